// The word lists and lists of numbers, read from short text.
(function () {
  const widgets = wordleWidgets;

  // Both lists in one text: the hidden words, a line break, all guesses; words of five letters without spaces.
  widgets.readWords = function (text) {
    return text.split("\n").map((words) => words.match(/.{5}/g) ?? []);
  };

  // Numbers as text, in groups of seven bits, the lowest first (wordlelib/core/packing.py).
  widgets.unpack = function (text) {
    /** @type {number[]} */
    const numbers = [];
    let [number, unit] = [0, 1];
    for (const letter of atob(text)) {
      const byte = letter.charCodeAt(0);
      number += (byte & 127) * unit;
      unit *= 128;
      if (byte > 127) continue;
      numbers.push(number);
      [number, unit] = [0, 1];
    }
    return numbers;
  };

  // Sets of numbers as text: the steps from -1 to the least number and from each to the next; 0 ends a set.
  widgets.unpackSets = function (text) {
    /** @type {number[][]} */
    const sets = [];
    let set = [];
    let last = -1;
    for (const step of widgets.unpack(text)) {
      if (step) set.push((last += step));
      else {
        sets.push(set);
        set = [];
        last = -1;
      }
    }
    return sets;
  };
})();
