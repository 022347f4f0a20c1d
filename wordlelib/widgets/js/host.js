// Calls kernels that were compiled to WebAssembly: lays out what they take in its memory. It knows nothing of what they do.
(function () {
  const widgets = wordleWidgets;

  // A module and its description (see tools/wasm): `make` makes a record of a class, `array` an array, `call` calls an entry.
  // What was made since `mark` is given back by `release`. This runs in a worker too, as text, and uses nothing from outside.
  // Memory may move at any `make`, `array` or `grow`, so a `view` of an array is taken anew afterwards.
  widgets.host = function (module, layout) {
    const PAGE = 65536; // bytes, the unit of WebAssembly's memory
    const STEP = 64; // pages by which it grows at least
    /** @type {Record<string, any>} */
    const VIEWS = {
      ...{ bool: Uint8Array, uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int32: Int32Array },
      ...{ int64: BigInt64Array, uint64: BigUint64Array, float64: Float64Array },
    };
    // Its memory: the stack, which grows downwards and ends the call where it is full; the module's data; what is made.
    const { stack, data: size } = layout.memory;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((stack + size) / PAGE) });
    const place = (/** @type {number} */ at, mutable = false) => new WebAssembly.Global({ value: "i32", mutable }, at);
    const env = { memory, __stack_pointer: place(stack, true), __memory_base: place(stack), __table_base: place(0) };
    const instance = new WebAssembly.Instance(module, { env });
    const exported = /** @type {Record<string, any>} */ (instance.exports);
    exported.__wasm_apply_data_relocs();
    const data = () => new DataView(memory.buffer);
    let free = stack + size;

    /** @param {number} size */
    function room(size) {
      const at = 16 * Math.ceil(free / 16);
      const lack = Math.ceil((at + size - memory.buffer.byteLength) / PAGE);
      if (lack > 0) memory.grow(Math.max(lack, STEP));
      free = at + size;
      return at;
    }

    const product = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a * b, 1);
    const sizeOf = (/** @type {string} */ items) => layout.items[items]?.size ?? VIEWS[items].BYTES_PER_ELEMENT;
    const bytesOf = (/** @type {HostArray} */ { items, shape, at }) => new Uint8Array(memory.buffer, at, product(shape) * sizeOf(items));

    // A length such as "2 * hidden + 1".
    /** @param {string} text @param {Record<string, number>} sizes */
    const lengthOf = (text, sizes) =>
      text
        .split(" + ")
        .map((term) => product(term.split(" * ").map((each) => (/^\d+$/.test(each) ? Number(each) : sizes[each]))))
        .reduce((a, b) => a + b);

    /** @param {string} items @param {number[]} shape @returns {HostArray} */
    function array(items, ...shape) {
      const made = { items, shape, at: room(product(shape) * sizeOf(items)) };
      bytesOf(made).fill(0);
      return made;
    }

    /** @param {number} at @param {string} number @param {number | bigint | boolean} value */
    function put(at, number, value) {
      if (number === "bool") data().setUint8(at, Number(value));
      else if (number === "float64") data().setFloat64(at, Number(value), true);
      else data().setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
    }

    // An array as kernels have it: nobody owns it; how many items of what size; where; its shape, and the steps between items.
    /** @param {HostArray} array @returns {(number | bigint)[]} */
    function parts({ items, shape, at }) {
      const size = sizeOf(items);
      const steps = shape.map((_, i) => size * product(shape.slice(i + 1)));
      return [0, 0, BigInt(product(shape)), BigInt(size), at, ...[...shape, ...steps].map(BigInt)];
    }

    /** @param {number} at @param {HostArray} array */
    function describe(at, array) {
      const [, , count, size, place, ...rest] = parts(array);
      put(at, "int64", 0);
      put(at + 8, "int64", count);
      put(at + 16, "int64", size);
      put(at + 24, "int64", place);
      rest.forEach((each, i) => put(at + 32 + 8 * i, "int64", each));
    }

    /** @param {number} at @param {string} kind @param {Record<string, any>} fields */
    function fill(at, kind, fields) {
      for (const [name, { offset, record, items, number }] of Object.entries(layout.records[kind].fields)) {
        if (record) fill(at + offset, record, fields[name].fields);
        else if (items) describe(at + offset, fields[name]);
        else put(at + offset, /** @type {string} */ (number), fields[name]);
      }
    }

    // A record: fields that are not given are arrays full of zeros, whose lengths follow from the sizes.
    /** @param {string} kind @param {Record<string, number>} sizes @param {Record<string, any>} given @returns {HostRecord} */
    function make(kind, sizes, given = {}) {
      const { size, fields: all } = layout.records[kind];
      const fields = { ...given };
      for (const [name, { record, items, shape = [] }] of Object.entries(all)) {
        if (name in given) continue;
        if (record) fields[name] = make(record, sizes);
        else if (items) fields[name] = array(items, ...shape.map((each) => lengthOf(each, sizes)));
        else throw new Error(`${kind}: ${name} is not given`);
      }
      const at = room(size);
      fill(at, kind, fields);
      return { kind, fields, at };
    }

    /** @param {HostRecord} record @param {string} name @param {HostArray} array */
    function replace({ kind, fields, at }, name, array) {
      fields[name] = array;
      describe(at + layout.records[kind].fields[name].offset, array);
    }

    // Double the rows of an array, and zero the new ones.
    /** @param {HostRecord} record @param {string} name */
    function grow(record, name) {
      const old = record.fields[name];
      const longer = array(old.items, 2 * old.shape[0], ...old.shape.slice(1));
      bytesOf(longer).set(bytesOf(old));
      replace(record, name, longer);
    }

    const result = room(8);
    /** @param {string} name @param {any[]} values */
    function call(name, ...values) {
      const flat = values.flatMap((value, i) => {
        const { record, items, number } = layout.entries[name][i];
        return record ? [value.at] : items ? parts(value) : [number === "bool" ? Number(value) : BigInt(value)];
      });
      if (exported[name](result, 0, ...flat)) throw new Error(`${name}: the kernel stopped with an exception`);
      return Number(data().getBigInt64(result, true));
    }

    /** @param {HostArray} array @param {number} place @param {string} field */
    const placeOf = ({ items, at }, place, field) => at + place * layout.items[items].size + layout.items[items].fields[field].offset;
    return {
      make,
      array,
      grow,
      replace,
      call,
      view: (array) => new VIEWS[array.items](memory.buffer, array.at, product(array.shape)),
      read: (array, place, field) => Number(data().getBigInt64(placeOf(array, place, field), true)),
      write: (array, place, field, value) => put(placeOf(array, place, field), "int64", value),
      mark: () => free,
      release: (mark) => void (free = mark),
      size: () => memory.buffer.byteLength,
    };
  };
})();
