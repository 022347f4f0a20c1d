"""Compile kernels to one WebAssembly module, and describe how a host lays out what they take.

Nothing here knows of Wordle: an entry is a kernel with a value for each of its arguments, which shows the types. A
kernel and those below it are translated to LLVM as usual. Here their code is gathered before it is optimised for this
machine's processor, and LLVM optimises it for WebAssembly instead.

The module is a shared library: it imports its host's memory, and where in it the stack ends and its own data begin. So
a page gives it a memory of its own, and Pyodide loads it into Python's.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding
from numba import typeof
from numba.core import callconv, codegen, types
from numba.core.registry import cpu_target

from wordlelib.kernels.arrays import Array, declared
from wordlelib.kernels.compiler import Kernel, _Part, _PartCompiler, _PartLibrary
from wordlelib.kernels.lowering import Record

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"  # in all browsers since 2021 (Safari: 2023)
STACK = 256 * 1024  # bytes that a host gives it; the entries keep small records there, and none calls itself
# A function of C's library, which calls a kernel as Numba's kernels are called.
FUNCTION = """declare i32 @"{kernel}"(ptr, ptr, double)
define double @{name}(double %x) {{
  %found = alloca double
  %fault = alloca ptr
  %status = call i32 @"{kernel}"(ptr %found, ptr %fault, double %x)
  %value = load double, ptr %found
  ret double %value
}}"""
# The host owns all arrays, so nobody counts who refers to them.
UNCOUNTED = "\n".join(f"define void @NRT_{each}(ptr %array) {{ ret void }}" for each in ("incref", "decref"))


class Entry(NamedTuple):
    """A kernel that a host may call, and an argument of each type that it takes."""

    kernel: Any
    arguments: tuple


def build(
    entries: Mapping[str, Entry], kernels: list[Kernel], functions: Mapping[str, Any]
) -> tuple[bytes, dict[str, Any]]:
    """Compile entries to a module, and describe their arguments.

    Parameters
    ----------
    entries
        By the names under which the module exports them.
    kernels
        All kernels that the entries may call.
    functions
        What is called where the code calls a function of C's library, which takes a number and gives one.

    Returns
    -------
    module : bytes
    layout : dict
        `entries` with the types of their arguments, and `records` and `items` with the places of their fields;
        `kernels`, whose names in Python lead to their entries and the types of what these return; `memory`, the bytes
        of the stack and of the module's data; `sha256` of the module.
    """
    _translate_plainly(kernels)
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(features=FEATURES, opt=3, reloc="pic")
    compiled = {name: _compiled(*entry) for name, entry in entries.items()}
    gathered = _gathered(compiled, {name: _compiled(kernel, (0.0,)) for name, kernel in functions.items()})
    module = binding.parse_assembly(_retargeted(gathered, machine))
    module.verify()
    builder = binding.create_pass_builder(machine, _options())
    builder.getModulePassManager().run(module, builder)
    linked = _linked(machine.emit_object(module), list(entries))
    about = {"memory": {"stack": STACK, "data": _data_size(linked)}, "sha256": hashlib.sha256(linked).hexdigest()}
    return linked, {**_Layout(machine).of(entries), "kernels": _results(entries, compiled), **about}


def _translate_plainly(kernels: list[Kernel]) -> None:
    """Make every kernel a part of its callers, and leave Numba's own helpers as they are written.

    An error does not say its place in the source, which would be a path of the machine that compiles.
    """
    for kernel in kernels:
        kernel.part = _Part(kernel.py_func, _PartCompiler)
    codegen.JITCodeLibrary._optimize_functions = lambda self, module: None
    codegen.JITCodeLibrary._optimize_final_module = lambda self: None
    described = callconv.CPUCallConv.build_excinfo_struct
    callconv.CPUCallConv.build_excinfo_struct = lambda self, kind, given, *_: described(self, kind, given, None, None)


def _compiled(kernel: Any, arguments: tuple) -> Any:
    kinds = tuple(types.int64 if type(each) is int else typeof(each) for each in arguments)
    kernel.part.compile(kinds)
    return kernel.part.overloads[kinds]


def _gathered(compiled: Mapping[str, Any], functions: Mapping[str, Any]) -> str:
    """Link entries and all that they use into one module in which only the entries and C's functions can be seen."""
    libraries = [each.library for each in (*compiled.values(), *functions.values())]
    module = binding.parse_assembly(str(libraries[0]._codegen._create_empty_module("engine")))
    for library in libraries:
        module.link_in(library._final_module, preserve=True)
    # what parts use of Numba's own libraries is linked only if it comes after them
    for library in sorted(_below(libraries), key=lambda each: not isinstance(each, _PartLibrary)):
        if library.name != "nrt":
            module.link_in(library._get_module_for_linking(), preserve=True)
    called = [FUNCTION.format(name=name, kernel=each.fndesc.llvm_func_name) for name, each in functions.items()]
    for each in (*called, UNCOUNTED):
        module.link_in(binding.parse_assembly(each))
    names = {each.fndesc.llvm_func_name: name for name, each in compiled.items()}
    for function in module.functions:
        if function.is_declaration or function.name in functions:
            continue
        if function.name in names:
            function.name = names[function.name]
        else:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    return str(module)


def _below(libraries: list[Any]) -> Iterator[Any]:
    waiting, seen = list(libraries), set()
    while waiting:
        library = waiting.pop()
        if library not in seen:
            seen.add(library)
            yield library
            waiting += library._linking_libraries


def _retargeted(code: str, machine: Any) -> str:
    """Take this process and its processor out of LLVM code: addresses, data layout, and the alignment of pointers."""
    code = re.sub(r"^target .*\n", "", code, flags=re.M)
    code = re.sub(r"^(@numba\.dynamic\.globals.*)inttoptr \(i64 \d+ to ptr\)", r"\1null", code, flags=re.M)
    code = code.replace(", align 8", "")
    return f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n{code}'


def _options() -> Any:
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    return options


def _linked(code: bytes, exports: list[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "engine.o", Path(folder) / "engine.wasm"
        source.write_bytes(code)
        options = ["--experimental-pic", "-shared", "--no-entry", "--strip-all"]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *(f"--export={name}" for name in exports)]
        subprocess.run([*command, str(source), "-o", str(out)], check=True)
        return out.read_bytes()


def _data_size(module: bytes) -> int:
    """Read how many bytes of memory a shared library wants, from the first section of the module.

    It begins with its name, and with the number 1 and the length of what it says of memory.
    """
    head = b"\x08dylink.0\x01"
    at, size, shift = module.index(head) + len(head) + 1, 0, 0
    while True:  # a number in LEB128: seven bits a byte, the lowest first
        size |= (module[at] & 127) << shift
        if module[at] < 128:
            return size
        at, shift = at + 1, shift + 7


def _results(entries: Mapping[str, Entry], compiled: Mapping[str, Any]) -> dict[str, dict[str, str | None]]:
    """Return the entries of each kernel by its name in Python, and the type of what each returns, None for nothing."""
    found: dict[str, dict[str, str | None]] = {}
    for name, (kernel, _) in entries.items():
        result = compiled[name].signature.return_type
        function = f"{kernel.py_func.__module__}.{kernel.py_func.__name__}"
        found.setdefault(function, {})[name] = None if result == types.none else str(result)
    return found


class _Layout:
    """The places of fields in records, as LLVM lays them out on the target machine."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.records: dict[str, Any] = {}
        self.items: dict[str, Any] = {}
        self.kinds: dict[str, type] = {}

    def of(self, entries: Mapping[str, Entry]) -> dict[str, Any]:
        told = {name: [self._argument(each) for each in entry.arguments] for name, entry in entries.items()}
        return {"entries": told, "records": self.records, "items": self.items}

    def _argument(self, value: Any) -> dict[str, Any]:
        if isinstance(value, np.ndarray):
            return {"items": self._items(value.dtype), "dimensions": value.ndim}
        if isinstance(value, tuple):
            return {"record": self._record(value)}
        return {"number": str(typeof(value))}

    def _record(self, value: Any) -> str:
        kind: Any = type(value)
        named = self._name(kind)
        if named not in self.records:
            self.records[named] = None  # its place, before those in it
            offsets, size = self._offsets(typeof(value))
            about = declared(kind)
            fields = {}
            for name, each, offset in zip(kind._fields, value, offsets, strict=True):
                fields[name] = {"offset": offset, **self._argument(each)}
                if isinstance(about[name], Array):
                    fields[name] |= {"shape": [str(length) for length in about[name].shape]}
            self.records[named] = {"size": size, "fields": fields}
        return named

    def _name(self, kind: type) -> str:
        """Return the name of a class, after that of its module if another class came first."""
        short = kind.__name__
        if self.kinds.setdefault(short, kind) is kind:
            return short
        return f"{kind.__module__.rpartition('.')[2]}.{short}"

    def _items(self, dtype: np.dtype) -> str:
        if dtype.fields is None:
            return dtype.name
        fields = {name: {"number": field[0].name, "offset": field[1]} for name, field in dtype.fields.items()}
        about = {"size": dtype.itemsize, "fields": fields}
        for name, known in self.items.items():
            if known == about:
                return name
        name = f"items{len(self.items)}"
        self.items[name] = about
        return name

    def _offsets(self, kind: Record) -> tuple[list[int], int]:
        """Return where the fields of a record stand, and its size, in bytes."""
        struct = cpu_target.target_context.get_value_type(kind)
        data = self.machine.target_data
        module = binding.parse_assembly(f'target datalayout = "{data}"\n@it = external global {struct}')
        laid = module.get_global_variable("it").global_value_type
        return [data.get_element_offset(laid, i) for i in range(len(kind.types))], data.get_abi_size(laid)
