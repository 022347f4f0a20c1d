"""Translate kernels to LLVM in few lines: what compiling costs goes with their number.

Numba writes what it will never need again: memory for each variable, and zeros in it when the variable is done with,
for the sake of references, which most variables do not hold; a copy of an array's description at each access; each of
the numbers that describe an array as an argument of its own. LLVM tidies all of that away, which takes time. What the
kernels do is the same.
"""

from collections import Counter
from collections.abc import Iterable
from inspect import signature as signature_of
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, ir, lowering, types
from numba.core.analysis import compute_cfg_from_blocks, must_use_alloca
from numba.core.datamodel import models, register_default
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.npydecl import parse_dtype, parse_shape
from numba.core.typing.templates import AttributeTemplate, infer_getattr, make_callable_template
from numba.extending import intrinsic, lower_builtin, typeof_impl
from numba.np.arrayobj import load_item, store_item

MEMINFO, PARENT, ITEMS, ITEMSIZE, DATA, SHAPE, STRIDES = range(7)


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


def _allocation(shape: types.Type, dtype: types.Type, cleared: bool) -> tuple | None:
    """Give the type of a new array and what writes its allocation, without the Python source that NumPy's own has."""
    ndim, kind = parse_shape(shape), parse_dtype(dtype)
    if ndim is None or kind is None:
        return None
    array = types.Array(kind, ndim, "C")

    def write(context: Any, builder: llvm.IRBuilder, signature: Any, arguments: tuple) -> llvm.Value:
        if isinstance(shape, types.BaseTuple):
            given = [(builder.extract_value(arguments[0], i), each) for i, each in enumerate(shape)]
        else:
            given = [(arguments[0], shape)]
        lengths = [context.cast(builder, *each, types.intp) for each in given]
        width = context.get_abi_sizeof(context.get_data_type(kind))
        strides = [lengths[0].type(width)]
        for length in reversed(lengths[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        size = builder.mul(strides[0], lengths[0])
        meminfo = context.nrt.meminfo_alloc_aligned(builder, size, context.get_preferred_array_alignment(kind))
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, meminfo)):
            context.call_conv.return_user_exc(builder, MemoryError, ("no room for an array",))
        data = context.nrt.meminfo_data(builder, meminfo)
        if cleared:
            cgutils.memset(builder, data, size, 0)
        parts = {
            MEMINFO: meminfo,
            PARENT: context.get_value_type(types.pyobject)(None),
            ITEMSIZE: lengths[0].type(width),
            DATA: builder.bitcast(data, context.get_data_type(kind).as_pointer()),
        }
        return _described(builder, context.get_value_type(array), parts, zip(lengths, strides, strict=True))

    return array(shape, dtype), write


def _described(builder: llvm.IRBuilder, kind: llvm.Type, parts: dict, axes: Iterable) -> llvm.Value:
    """Put the description of an array together: its parts, and each axis's length and stride."""
    value = kind(llvm.Undefined)
    for field, part in parts.items():
        value = builder.insert_value(value, part, field)
    items = None
    for axis, (length, stride) in enumerate(axes):
        items = builder.mul(items, length) if items is not None else length
        value = builder.insert_value(value, length, (SHAPE, axis))
        value = builder.insert_value(value, stride, (STRIDES, axis))
    return builder.insert_value(value, items, ITEMS)


@intrinsic
def new_empty(typing_context, shape, dtype):
    """Make an array, as `numpy.empty` does."""
    return _allocation(shape, dtype, False)


@intrinsic
def new_zeros(typing_context, shape, dtype):
    """Make an array of zeros, as `numpy.zeros` does."""
    return _allocation(shape, dtype, True)


def holds_arrays(kind: types.Type) -> bool:
    """Say whether a value of a type may refer to an array."""
    if isinstance(kind, types.BaseTuple):
        return any(holds_arrays(each) for each in kind)
    plain = types.Number, types.Boolean, types.Record, types.SliceType, types.NoneType, types.DType, types.Function
    return not isinstance(kind, (*plain, types.Dispatcher, types.NumberClass, types.RangeType, types.RangeIteratorType))


def _used(statement: ir.Stmt) -> set[str]:
    """Give the variables that a statement reads."""
    read = statement.value if isinstance(statement, ir.Assign) else statement
    if isinstance(read, ir.Var):
        return {read.name}
    return {used.name for used in read.list_vars()} if hasattr(read, "list_vars") else set()


class Lower(lowering.Lower):
    """Numba's translation, with shorter words for what kernels do most."""

    def _find_singly_assigned_variable(self) -> None:
        super()._find_singly_assigned_variable()
        self._counted = {name for name, kind in self.fndesc.typemap.items() if self._counts(kind)}
        self._singly_assigned_vars |= self._settled() - self._counted

    def _counts(self, kind: types.Type) -> bool:
        return self.context.enable_nrt and holds_arrays(kind)

    def _settled(self) -> set[str]:
        """Give the variables that are assigned once, on every way to where they are used, and earlier in the code."""
        dominators = compute_cfg_from_blocks(self.blocks).dominators()
        order = {label: i for i, label in enumerate(sorted(self.blocks))}
        assigned: Counter[str] = Counter()
        where = {}
        for label, block in self.blocks.items():
            for statement in block.find_insts(ir.Assign):
                assigned[statement.target.name] += 1
                where[statement.target.name] = label
        settled = {name for name, times in assigned.items() if times == 1} - must_use_alloca(self.blocks)
        for label, block in self.blocks.items():
            defined: set[str] = set()
            for statement in block.body:
                if isinstance(statement, ir.Del):
                    continue
                for name in _used(statement) - defined:
                    home = where.get(name)
                    if home == label or home not in dominators[label] or order[home] > order[label]:
                        settled.discard(name)
                if isinstance(statement, ir.Assign):
                    defined.add(statement.target.name)
        return settled

    def storevar(self, value: llvm.Value, name: str, argidx: int | None = None) -> None:
        """Store a value; one that refers to nothing replaces what was there without more ado."""
        if name in self._counted or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
        else:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """Forget a variable; only references have to be given back."""
        if name in self._counted:
            super().delvar(name)

    def lower_getitem(self, resty: types.Type, expr: Any, value: Any, index: Any, signature: Any) -> llvm.Value:
        """Read an item of an array, or make a view of it."""
        item = self._item(value, index)
        if item is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        place, axes = item
        if axes:
            found = self._view(self.loadvar(value.name), place, axes, signature.return_type)
        else:
            found = load_item(self.context, self.builder, self.typeof(value.name), place)
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write an item of an array."""
        kind = self.typeof(value_var.name)
        item = self._item(target_var, index_var) if isinstance(kind, types.Number | types.Boolean) else None
        if item is None or item[1]:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        array = self.typeof(target_var.name)
        value = self.context.cast(self.builder, self.loadvar(value_var.name), kind, array.dtype)
        store_item(self.context, self.builder, array, value, item[0])
        return None

    def _item(self, array_var: Any, index_var: Any) -> tuple[llvm.Value, list] | None:
        """Give where an item or a view begins, and the view's axes, each its length and its stride; None if unusual."""
        array, index = self.typeof(array_var.name), self.typeof(index_var.name)
        if not isinstance(array, types.Array) or array.layout not in "CA":
            return None
        kinds = tuple(index) if isinstance(index, types.BaseTuple) else (index,)
        whole = len(kinds) <= array.ndim and all(isinstance(kind, types.Integer) for kind in kinds)
        if not whole and index != types.slice2_type:
            return None
        builder, value, given = self.builder, self.loadvar(array_var.name), self.loadvar(index_var.name)
        lengths = [builder.extract_value(value, (SHAPE, axis)) for axis in range(array.ndim)]
        strides = [builder.extract_value(value, (STRIDES, axis)) for axis in range(array.ndim)]
        axes = list(zip(lengths, strides, strict=True))
        if index == types.slice2_type:
            start, length = self._part(given, lengths[0])
            places, axes[0] = [start], (length, strides[0])
        else:
            places = [builder.extract_value(given, i) for i in range(len(kinds))] if index is not kinds[0] else [given]
            places = [self._place(*each) for each in zip(places, kinds, lengths, strict=False)]
            axes = axes[len(kinds) :]
        data = builder.extract_value(value, DATA)
        if array.layout == "C":
            flat = places[0]
            for axis in range(1, array.ndim):
                flat = builder.mul(flat, lengths[axis])
                flat = builder.add(flat, places[axis]) if axis < len(places) else flat
            return builder.gep(data, [flat], inbounds=True), axes
        offset = builder.mul(places[0], strides[0])
        for axis in range(1, len(places)):
            offset = builder.add(offset, builder.mul(places[axis], strides[axis]))
        return cgutils.pointer_add(builder, data, offset), axes

    def _place(self, place: llvm.Value, kind: types.Type, length: llvm.Value) -> llvm.Value:
        """Give the place for an index, which counts from the end if it is below zero."""
        builder = self.builder
        place = self.context.cast(builder, place, kind, types.intp if kind.signed else types.uintp)
        if not kind.signed or (isinstance(place, llvm.Constant) and place.constant >= 0):
            return place
        return builder.select(builder.icmp_signed("<", place, place.type(0)), builder.add(place, length), place)

    def _part(self, bounds: llvm.Value, length: llvm.Value) -> tuple[llvm.Value, llvm.Value]:
        """Give the first place and the length of a slice."""
        builder, none = self.builder, length.type(0)
        ends = []
        for field in range(2):
            end = self._place(builder.extract_value(bounds, field), types.intp, length)
            end = builder.select(builder.icmp_signed("<", end, none), none, end)
            ends.append(builder.select(builder.icmp_signed(">", end, length), length, end))
        width = builder.sub(ends[1], ends[0])
        return ends[0], builder.select(builder.icmp_signed("<", width, none), none, width)

    def _view(self, value: llvm.Value, data: llvm.Value, axes: list, kind: types.Array) -> llvm.Value:
        """Give a view of an array."""
        parts = {field: self.builder.extract_value(value, field) for field in (MEMINFO, PARENT, ITEMSIZE)}
        parts[DATA] = data
        view = _described(self.builder, self.context.get_value_type(kind), parts, axes)
        self.incref(kind, view)
        return view
