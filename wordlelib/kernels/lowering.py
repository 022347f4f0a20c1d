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
    """Numba's translation to LLVM, without copies of arguments and zeros in variables where no references are counted.

    Where they are counted, both keep Numba from giving the same reference back twice.
    """

    def _find_singly_assigned_variable(self) -> None:
        super()._find_singly_assigned_variable()
        if not self.context.enable_nrt:
            statements = [each for block in self.blocks.values() for each in block.find_insts(ir.Assign)]
            assigned = Counter(each.target.name for each in statements)
            arguments = {each.target.name for each in statements if isinstance(each.value, ir.Arg)}
            self._singly_assigned_vars |= {name for name in arguments if assigned[name] == 1}

    def delvar(self, name: str) -> None:
        """Forget a variable; only references have to be given back."""
        if self.context.enable_nrt:
            super().delvar(name)
