"""Compile kernels quickly, keep the machine code on disk, and never run stale code.

A kernel that Python calls is compiled as a whole: the kernels below it are typed and translated once, without machine
code of their own, and optimised as parts of it. (Numba would compile each of them by itself, and then once more inside
each caller.) Whole numbers reach a part as 64-bit ones, so that one translation serves all its callers. A shared
kernel, which several of these call for much work at a time, has machine code of its own in place of a copy in each.

The machine code is kept in a file for each kernel and signature. Its name holds a digest of all that the code depends
on: the kernel and the kernels that it calls, without comments and docstrings; the constants they use; the types of the
arguments; Python, Numba and the processor. So stale code is never found, and what has not changed is not compiled
again. A file begins with a checksum of its name and its content, so a damaged one is never run, nor one under another's
name. What is trusted, and where files are read and kept, is said in `account`.
"""

import hashlib
import importlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

KNOWN = "0.68"  # the minor version of Numba on whose insides all this is tested
PORTABLE = os.environ.get("WORDLELIB_PORTABLE", "0") not in ("", "0")
if PORTABLE:
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "generic", ""

import numba  # noqa: E402

if numba.__version__.rpartition(".")[0] != KNOWN:
    raise ImportError(
        f"wordlelib's own compiler works on the insides of Numba {KNOWN}, and this is {numba.__version__}"
    )

import numpy as np  # noqa: E402
from llvmlite import __version__ as llvmlite_version  # noqa: E402
from llvmlite import binding  # noqa: E402
from numba.core import (  # noqa: E402
    codegen,
    compiler,
    compiler_machinery,
    dispatcher,
    ir,
    serialize,
    typed_passes,
    types,
    untyped_passes,
)
from numba.core.registry import cpu_target  # noqa: E402
from numba.core.typing import make_concrete_template  # noqa: E402
from numba.extending import _Intrinsic  # noqa: E402

from wordlelib.kernels import lowering  # noqa: E402
from wordlelib.kernels.account import ACCOUNT, cache_folders, family_of, read_trusted, writable_folder  # noqa: E402
from wordlelib.kernels.interrupts import defer_interrupts  # noqa: E402
from wordlelib.kernels.lowering import Lower, holds_arrays  # noqa: E402

HEAD = b"wordlelib kernel\n"  # at the start of each file of machine code, before its checksum
WHOLE = {"nopython": True, "no_cfunc_wrapper": True}  # nobody calls kernels from C
PART = WHOLE | {"no_cpython_wrapper": True}  # nor parts from Python
VERSIONS_KEPT = 2  # of a kernel's machine code, so that two versions of the library can take turns


class _Library(codegen.JITCodeLibrary):
    """A library of machine code that is optimised once, when all of it is together."""

    def _optimize_functions(self, ll_module: Any) -> None:
        pass

    def _finalize_specific(self) -> None:
        with defer_interrupts():  # LLVM calls Python with the machine code, and an exception would be lost there
            super()._finalize_specific()


class _PartLibrary(_Library):
    """The code of a kernel inside others, which is linked as it is and neither optimised nor emitted by itself."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True


class _WholeLibrary(_Library):
    """The code of a kernel with all its parts, which no other library can see.

    The shared kernels that it calls are in `shared`, each as a module, a name and the types of its arguments.
    """

    def finalize(self) -> None:
        """Gather the parts, hide them, optimise all at once, and emit the machine code."""
        self._raise_if_finalized()
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        seen, waiting, parts, others = set(), list(self._linking_libraries), [], []
        self.shared = []
        while waiting:
            library = waiting.pop()
            if library in seen:
                continue
            seen.add(library)
            self._reload_init.update(library._reload_init)
            if hasattr(library, "origin"):  # a shared kernel's
                self.shared.append(library.origin)
            elif isinstance(library, _PartLibrary):
                parts.append(library)
                waiting += library._linking_libraries
            else:
                others.append(library)
        for library in parts + others:  # what parts use of Numba's own libraries is linked only if it comes after them
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        self._rename_internal()
        self._final_module.verify()
        self._finalize_final_module()

    def _rename_internal(self) -> None:
        """Rename hidden functions, so that each name is unique to this library.

        LLVM specialises hidden functions for their callers in this library. The loader would all the same link them to
        callers in other libraries that know a function of that name.
        """
        hidden = [function for function in self._final_module.functions if function.linkage.name == "internal"]
        for i, function in enumerate(hidden):
            function.name = f"wordlelib.{i}"

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def serialize_using_object_code(self) -> tuple:
        """Serialise the machine code with an outline of the LLVM code, whose functions have names and no bodies.

        Only a kernel that contains this one as a part would need the bodies.
        """
        self._ensure_finalized()
        names = [f.name for f in self._final_module.functions if not f.is_declaration]
        lines = [str(self._codegen._create_empty_module(self.name))]
        lines += [f'define void @"{name}"() {{ ret void }}' for name in names]
        outline = binding.parse_assembly("\n".join(lines))
        return self.name, "object", (self._get_compiled_object(), outline.as_bitcode())


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _WholeLowering(typed_passes.NativeLowering):
    _name = "wordlelib_whole_lowering"
    lowering_class = Lower

    def run_pass(self, state: Any) -> bool:
        state.library = _WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        if not any(_holds_generator(kind) for kind in state.args):  # which Python hands over counted
            _count_no_references(state)
        return super().run_pass(state)


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(typed_passes.NativeLowering):
    _name = "wordlelib_part_lowering"
    lowering_class = Lower

    def run_pass(self, state: Any) -> bool:
        if state.library is None:
            state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        _count_no_references(state)
        super().run_pass(state)
        stand_in = _stand_in(state.targetctx, state.library, state["cr"].fndesc)
        state["cr"] = state["cr"]._replace(cfunc=stand_in)
        return True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _SharedLowering(_PartLowering):
    _name = "wordlelib_shared_lowering"

    def run_pass(self, state: Any) -> bool:
        context, digest = state.targetctx, _SHARED[state.func_id.func].digest

        def mangler(name: str, kinds: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
            return context.mangler(name, kinds, abi_tags=(digest,))

        state.targetctx = context.subtarget(mangler=mangler)
        state.library = _WholeLibrary(context.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


def _stand_in(context: Any, library: Any, fndesc: Any) -> object:
    """Register a part with Numba, and return the object by which callers find it."""
    stand_in = object()
    context.insert_user_function(stand_in, fndesc, [library])
    return stand_in


def _holds_generator(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(_holds_generator(each) for each in kind)
    return isinstance(kind, types.NumPyRandomGeneratorType)


def _count_no_references(state: Any) -> None:
    """Switch reference counting off in a kernel that owns nothing: its caller holds the arguments."""
    if _owns_nothing(state):
        state.flags.nrt = False
        state.targetctx = state.targetctx.subtarget(enable_nrt=False)


def _owns_nothing(state: Any) -> bool:
    """Tell whether a kernel makes no array, gets none from a call and returns none."""
    views = {"getattr", "getitem", "static_getitem", "phi", "cast", "getiter", "iternext", "pair_first"}
    views |= {"build_tuple", "exhaust_iter"}
    for block in state.func_ir.blocks.values():
        for statement in block.find_insts(ir.Assign):
            if isinstance(statement.value, ir.Expr) and holds_arrays(state.typemap[statement.target.name]):
                index = dict(statement.value._kws).get("index")
                picks = isinstance(index, ir.Var) and holds_arrays(state.typemap[index.name])
                if statement.value.op not in views or picks:
                    return False
    return not holds_arrays(state.return_type)


class _Typing:
    """Numba's typing context, which resolves a call of a function of its own for the same types only once."""

    found: dict[tuple, Any] = {}

    def __init__(self, context: Any) -> None:
        self.context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)

    def resolve_function_type(self, function: types.Type, args: tuple, kws: dict) -> Any:
        if kws or not isinstance(function, types.Function):
            return self.context.resolve_function_type(function, args, kws)
        key = function, args
        if key not in self.found:
            self.found[key] = self.context.resolve_function_type(function, args, kws)
        return self.found[key]


class _Compiler(compiler.CompilerBase):
    """Numba's passes from Python to machine code, without those that kernels do not need, and with another last one."""

    lowering: type
    spared = {  # passes for what no kernel has: closures, overloads, lists, literals, blocks of `with`, parallel loops
        untyped_passes.WithLifting,
        untyped_passes.InlineClosureLikes,
        untyped_passes.RewriteDynamicRaises,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.InlineInlinables,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.LiteralPropagationSubPipelinePass,
        typed_passes.InlineOverloads,
        typed_passes.NopythonRewrites,
        typed_passes.DumpParforDiagnostics,
    }

    def __init__(self, typingctx: Any, *others: Any) -> None:
        super().__init__(_Typing(typingctx), *others)

    def define_pipelines(self) -> list[compiler_machinery.PassManager]:
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = compiler_machinery.PassManager("wordlelib")
        for step, description in usual.passes:
            if step not in self.spared:
                passes.add_pass(self.lowering if step is typed_passes.NativeLowering else step, description)
        passes.finalize()
        return [passes]


class _WholeCompiler(_Compiler):
    lowering = _WholeLowering


class _PartCompiler(_Compiler):
    lowering = _PartLowering


class _SharedCompiler(_Compiler):
    lowering = _SharedLowering


class _Flags(compiler.Flags):
    """Numba's flags, compared by the options that are set: Numba compares them thousands of times, option by option."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Flags) and self._values == other._values)


class _FunctionCompiler(dispatcher._FunctionCompiler):
    def _customize_flags(self, flags: compiler.Flags) -> _Flags:
        return _Flags(flags)


class _Counted(_FunctionCompiler):
    """A compiler of functions that reports to the account."""

    def compile(self, args: Any, return_type: Any) -> Any:
        with ACCOUNT.compiling(family_of(self.py_func)):
            return super().compile(args, return_type)


class _Part(dispatcher.Dispatcher):
    """A kernel as other kernels call it, which becomes a part of theirs."""

    targetdescr = cpu_target

    def __init__(self, function: Callable, pipeline: type) -> None:
        super().__init__(function, targetoptions=PART, pipeline_class=pipeline)
        self._compiler = _FunctionCompiler(function, self.targetdescr, self.targetoptions, {}, pipeline)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres


class _SharedPart(_Part):
    """A kernel as other kernels call it that keeps machine code of its own."""

    def add_overload(self, cres: Any) -> None:
        super().add_overload(cres)
        cres.library.origin = self.py_func.__module__, self.py_func.__qualname__, tuple(cres.signature.args)


class Kernel(dispatcher.Dispatcher):
    """A compiled function: a whole if Python calls it, a part of the caller if another kernel does."""

    targetdescr = cpu_target

    def __init__(self, function: Callable, shared: bool = False) -> None:
        super().__init__(function, targetoptions=WHOLE, pipeline_class=_WholeCompiler)
        self._compiler = _Counted(function, self.targetdescr, self.targetoptions, {}, _WholeCompiler)
        self._cache = _Cache(self)
        self.part: _Part
        if shared:
            _SHARED[function] = self
            self.part = _SharedPart(function, _SharedCompiler)
            self.part._cache = _SharedCache(self)
        else:
            self.part = _Part(function, _PartCompiler)

    def get_call_template(self, args: Any, kws: Any) -> tuple:
        """Compile the part for a call from another kernel, and return the types of that call."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(_widened(kind) for kind in args)
        self.part.compile(args)
        name = self.py_func.__name__
        return make_concrete_template(name, name, self.part.nopython_signatures), signature, args, {}

    def get_overload(self, sig: Any) -> object:
        """Return the object by which another kernel finds the part."""
        return self.part.get_overload(sig)

    @property
    def is_compiling(self) -> bool:
        """Whether the kernel is being compiled, so that a call of it is recursive."""
        return bool(self._compiling_counter) or bool(self.part._compiling_counter)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @cached_property
    def digest(self) -> str:
        """A digest of what the machine code depends on, without the types of the arguments and the processor."""
        found: dict[str, object] = {}
        _find_ingredients(self.py_func, found)
        versions = sys.version_info[:3], numba.__version__, llvmlite_version, _own_digest()
        return _digest_of((versions, sorted(found.items())))


_SHARED: dict[Callable, Kernel] = {}
kernel, shared_kernel, record = Kernel, partial(Kernel, shared=True), lowering.record


def _widened(kind: types.Type) -> types.Type:
    """Return the type with which a part takes an argument: signed integers have 64 bits, and literals are none."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def _digest_of(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:20]


@cache
def _own_digest() -> str:
    return _digest_of([Path(file).read_bytes() for file in (__file__, lowering.__file__)])


def _find_ingredients(function: Callable, found: dict[str, object]) -> None:
    """Collect the code of a function and of the kernels below it, and the constants that they use."""
    name = f"{function.__module__}.{function.__qualname__}"
    if name in found:
        return
    if function.__closure__ or function.__defaults__ or function.__kwdefaults__:
        raise TypeError(f"{name}: a kernel with a closure or default arguments; expected a plain function")
    found[name] = _code_of(function.__code__, function.__doc__)
    for used in sorted(set(_names_in(function.__code__)) & set(function.__globals__)):
        value = function.__globals__[used]
        if isinstance(value, Kernel):
            found[f"{name}: {used}"] = f"{value.py_func.__module__}.{value.py_func.__qualname__}"
            _find_ingredients(value.py_func, found)
        else:
            found[f"{name}: {used}"] = _constant(value, f"{name}: {used}")


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _code_of(code: CodeType, doc: str | None) -> tuple:
    """Return what a code object does, without its place in the file and its docstring."""
    constants = tuple(
        _code_of(each, None) if isinstance(each, CodeType) else repr(each)
        for i, each in enumerate(code.co_consts)
        if not (i == 0 and each == doc)
    )
    return code.co_code.hex(), code.co_names, code.co_varnames, constants


def _constant(value: object, where: str) -> object:
    """Return what distinguishes a constant from all others."""
    if isinstance(value, ModuleType):
        if value.__name__.startswith("wordlelib"):
            raise TypeError(f"{where}: a module of this library in a kernel; expected the names themselves")
        return value.__name__
    if isinstance(value, type):
        return value.__qualname__, getattr(value, "_fields", ())
    if isinstance(value, np.ndarray):
        return value.dtype.descr, value.shape, value.tobytes()
    if isinstance(value, np.dtype):
        return value.descr
    if isinstance(value, _Intrinsic):
        return value._name
    if value is None or isinstance(value, bool | int | float | str | tuple | np.generic):
        return repr(value)
    if callable(value) and getattr(value, "__module__", "").split(".")[0] in ("builtins", "math", "numpy", "numba"):
        return value.__module__, getattr(value, "__name__", "")
    raise TypeError(f"{where}: {value!r} in a kernel; expected a number, a string, a dtype or a kernel")


def _spelt(kind: types.Type) -> str:
    """Write a type in full: Numba leaves out the names of the fields of a named tuple."""
    if isinstance(kind, types.BaseNamedTuple):
        fields = (f"{name}={_spelt(each)}" for name, each in zip(kind.fields, kind.types, strict=True))
        return f"{kind.instance_class.__qualname__}({', '.join(fields)})"
    return str(kind)


def _head(file: str, body: bytes) -> bytes:
    """Return the head of a file: it holds a checksum of the file's name and of the machine code."""
    return HEAD + hashlib.sha256(file.encode() + b"\n" + body).digest()


class _Cache:
    """The files of one kernel's machine code, one for each signature and processor."""

    cache_path = ""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.name = f"{kernel.py_func.__module__.rpartition('.')[2]}.{kernel.py_func.__qualname__}"

    def _file(self, sig: Any, context: Any) -> str:
        kinds = sig.args if hasattr(sig, "args") else sig
        wanted = _digest_of(([_spelt(kind) for kind in kinds], context.codegen().magic_tuple()))
        return f"{self.name}-{self.kernel.digest}-{wanted}.bin"

    def load_overload(self, sig: Any, context: Any) -> Any:
        """Read the machine code for a signature, or return None if there is none; a damaged file counts as none."""
        name = self._file(sig, context)
        contents = (read_trusted(folder / name) for folder in cache_folders())
        found = (self._found(name, content, context) for content in contents if content is not None)
        return next((each for each in found if each is not None), None)

    def _found(self, file: str, content: bytes, context: Any) -> Any:
        context.refresh()
        try:
            head, body = content[: len(HEAD) + 32], content[len(HEAD) + 32 :]
            if head != _head(file, body):
                raise ValueError("another checksum")
            shared, parts = pickle.loads(body)
            for module, name, kinds in shared:
                getattr(importlib.import_module(module), name).part.compile(kinds)
            with defer_interrupts():  # LLVM asks Python for the machine code, and would go on without it
                return self._rebuilt(context, *parts)
        except Exception as error:
            ACCOUNT.say_once(f"compiled code on disk was damaged, so it is compiled again ({file}: {error})")
            return None

    def _rebuilt(self, context: Any, *parts: Any) -> Any:
        return compiler.CompileResult._rebuild(context, *parts)

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Write the machine code for a signature, and delete all but the newest versions of the kernel."""
        parts = cres._reduce()  # which completes the code
        folder, name = writable_folder(), self._file(sig, cres.target_context)
        if folder is None:
            return
        body = serialize.dumps((cres.library.shared, parts))
        partial = folder / f".{self.name}-{os.getpid()}-{os.urandom(8).hex()}"
        try:
            with open(partial, "xb", opener=lambda path, flags: os.open(path, flags, 0o644)) as file:
                file.write(_head(name, body) + body)
            os.replace(partial, folder / name)
            self._prune(folder)
        except OSError as error:
            ACCOUNT.say_once(f"compiled code cannot be kept on disk ({error.strerror}); it goes with this process")
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)

    def _prune(self, folder: Path) -> None:
        newest: dict[str, float] = {}
        files = [(path, path.name.split("-")[-2]) for path in folder.glob(f"{self.name}-*.bin")]
        for path, digest in files:
            newest[digest] = max(newest.get(digest, 0.0), path.stat().st_mtime)
        kept = sorted(newest, key=lambda digest: newest[digest])[-VERSIONS_KEPT:]
        for path, digest in files:
            if digest not in kept:
                path.unlink(missing_ok=True)


class _SharedCache(_Cache):
    """The files of a shared kernel."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.name += ".shared"

    def _rebuilt(self, context: Any, libdata: Any, fndesc: Any, *others: Any) -> Any:
        def find(library: Any, fndesc: Any, env: Any) -> object:
            if not library.get_pointer_to_function(fndesc.llvm_func_name):
                raise ValueError("the function is not in it")
            return _stand_in(context, library, fndesc)

        return super()._rebuilt(context.subtarget(get_executable=find), libdata, fndesc, *others)
