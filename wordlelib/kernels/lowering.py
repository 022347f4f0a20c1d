"""What kernels take and how they are translated to LLVM, where Numba does more than they need.

Numba passes each number that describes an array as an argument of its own: 140 for a named tuple of twenty arrays. A
record is such a tuple that kernels take as one pointer to a C struct of its fields. So there is less to compile, and
a host without Python can call kernels too.
"""

from collections import Counter
from inspect import signature as signature_of
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, ir, lowering, types
from numba.core.analysis import compute_use_defs, must_use_alloca
from numba.core.datamodel import models, register_default
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate, infer_getattr, make_callable_template
from numba.extending import lower_builtin, typeof_impl


class Record(types.NamedTuple):
    """The type of a named tuple that a kernel takes as a pointer."""


@register_default(Record)
class _RecordModel(models.StructModel):
    def __init__(self, manager: Any, kind: Record) -> None:
        super().__init__(manager, kind, [(f"f{i}", each) for i, each in enumerate(kind)])

    def get_argument_type(self) -> llvm.Type:
        return self.get_value_type().as_pointer()

    def as_argument(self, builder: llvm.IRBuilder, value: llvm.Value) -> llvm.Value:
        if isinstance(value, llvm.instructions.LoadInstr) and isinstance(value.operands[0], llvm.Argument):
            return value.operands[0]
        place = cgutils.alloca_once(builder, value.type)
        builder.store(value, place)
        return place

    def from_argument(self, builder: llvm.IRBuilder, value: llvm.Value) -> llvm.Value:
        for attribute in ("noalias", "captures(none)"):
            value.add_attribute(attribute)
        return builder.load(value)


class RecordClass(types.NamedTupleClass):
    """The type of a class of such named tuples."""


register_default(RecordClass)(models.OpaqueModel)


@infer_getattr
class _RecordClassAttributes(AttributeTemplate):
    key = RecordClass

    def resolve___call__(self, kind: RecordClass) -> types.Function:
        def typer(*fields: types.Type) -> Record:
            return Record([types.unliteral(each) for each in fields], kind.instance_class)

        typer.pysig = signature_of(kind.instance_class)
        return types.Function(make_callable_template(RecordClass, typer))


@lower_builtin(RecordClass, types.VarArg(types.Any))
def _make_record(context: Any, builder: llvm.IRBuilder, signature: Any, fields: tuple) -> llvm.Value:
    kind = signature.return_type
    values = [context.cast(builder, *each) for each in zip(fields, signature.args, kind, strict=True)]
    made = context.make_tuple(builder, kind, values)
    return impl_ret_borrowed(context, builder, kind, made)


_RECORDS: set[type] = set()
_typeof_class = typeof_impl.dispatch(type)


@typeof_impl.register(type)
def _typeof_record_class(cls: type, context: Any) -> types.Type:
    return RecordClass(cls) if cls in _RECORDS else _typeof_class(cls, context)


def record(cls: type) -> type:
    """Let kernels take the named tuples of a class as pointers."""
    _RECORDS.add(cls)
    typeof_impl.register(cls)(lambda value, context: Record([typeof_impl(each, context) for each in value], cls))
    return cls


def holds_arrays(kind: types.Type) -> bool:
    """Tell whether a value of a type may refer to an array."""
    if isinstance(kind, types.BaseTuple):
        return any(holds_arrays(each) for each in kind)
    plain = types.Number, types.Boolean, types.Record, types.SliceType, types.NoneType, types.DType, types.Function
    return not isinstance(kind, (*plain, types.Dispatcher, types.NumberClass, types.RangeType, types.RangeIteratorType))


class Lower(lowering.Lower):
    """Numba's translation to LLVM, with fewer variables in memory where no references are counted.

    Numba keeps each variable that several blocks use in memory, and writes zeros there when it is done with. A variable
    that is assigned once is known wherever it is used, so it needs none.
    """

    def _find_singly_assigned_variable(self) -> None:
        super()._find_singly_assigned_variable()
        if self.context.enable_nrt:
            return
        used, defined = compute_use_defs(self.blocks)[:2]
        assigned = Counter(each.target.name for block in self.blocks.values() for each in block.find_insts(ir.Assign))
        settled = {name for name, times in assigned.items() if times == 1} - must_use_alloca(self.blocks)
        earlier: set[str] = set()
        for label in sorted(self.blocks):  # the order in which they are translated
            settled -= used[label] - earlier
            earlier |= defined[label]
        self._singly_assigned_vars |= settled

    def delvar(self, name: str) -> None:
        """Forget a variable; only references have to be given back."""
        if self.context.enable_nrt:
            super().delvar(name)
