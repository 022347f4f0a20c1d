// A game with a dot for each word: a row of colours lets the words fall that it rules out, and the others gather. A link may
// bring the hidden word, as a challenge; when a game is over it is judged. While a word is typed, its odds in Wordle today stand in
// the place of what was said.
(function () {
  const widgets = wordleWidgets;
  const ROWS = 6;
  const SHOWN = 5;
  const FIRST = "salet"; // what the presented game opens with: no guess is better
  const PAUSE = 2600; // milliseconds between the rows of a presented game
  const SHOW = "Show me";
  const TYPING = 700; // and before a word that stands in the field is sent
  const LONGEST = /** @type {const} */ (["mmmmm", 1e6, 2500]); // whose odds take most room: as rare as a word is today
  const READ = 110; // words left up to which they are listed for those who do not see the dots

  widgets.fallingwords = function ({ model, el }) {
    const { count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const policies = widgets.policies(model, hidden, guesses);
    const assign = widgets.setter(model);
    let own = false; // values are being set here
    /** @param {Partial<FallingState>} values */
    function set(values) {
      own = true;
      assign(values);
      own = false;
    }
    const bits = (/** @type {number} */ n) => `${Math.log2(n).toFixed(2)} bits`;
    const begun = `Each dot is a word that may be hidden: ${count(hidden.length, "word")}, ${bits(hidden.length)} to find.`;
    const view = build(guesses.length, begun);
    const cloud = widgets.dots(view.canvas, hidden);
    el.append(view.region);
    let drawn = 0; // rows on the board
    let asked = 0; // rankings
    let presented = 0; // games
    let presenting = false;
    let judged = ""; // the game that is judged, or is being judged
    /** @type {Judging | null} */
    let judging = null;
    /** @type {AcceptedPrior | null} */
    let today = null;

    // The state: the rows as far as they make sense, and the words left after each.
    function read() {
      const target = game.hiddenNumber.has(model.get("hidden")) ? model.get("hidden") : "";
      const known = model.get("history").filter(([guess]) => game.number.has(guess)).slice(0, ROWS);
      const found = known.findIndex(([guess]) => guess === target);
      const rows = found < 0 ? known : known.slice(0, found + 1);
      const history = target ? rows.map(([guess]) => /** @type {Row} */ ([guess, engine.feedback(guess, target)])) : rows;
      const lefts = [0, ...history.keys()].map((_, i) => engine.candidates(game, history.slice(0, i)));
      return { target, history, lefts, over: found >= 0 || history.length === ROWS, found: found >= 0 };
    }

    // A hidden word that agrees with the rows.
    const draw = (/** @type {number[]} */ left) => hidden[left[Math.floor(Math.random() * left.length)]];

    /** @param {string} typed */
    function add(typed) {
      const fault = game.number.has(typed) ? "" : `"${typed}" is not one of the ${guesses.length.toLocaleString("en")} guesses.`;
      view.problem(fault);
      view.odds("");
      if (fault) return view.guess.select(); // so that the next letters take its place
      const now = read();
      const history = now.over ? [] : now.history;
      const left = now.over ? now.lefts[0] : now.lefts[history.length];
      const target = (!now.over && now.target) || draw(left);
      if (!target) {
        view.problem("No word agrees with these rows.");
        return;
      }
      view.guess.value = "";
      const claim = now.over ? 0 : model.get("claim");
      set({ hidden: target, history: [...history, [typed, engine.feedback(typed, target)]], claim });
      show();
    }

    // The odds of the word in the field, if it is one, in Wordle as it is played now.
    async function tellOdds() {
      const typed = widgets.normal(view.guess.value);
      view.odds("");
      if (!game.number.has(typed)) return;
      today ??= await widgets.acceptedOf(model, hidden, guesses).catch(() => null); // the game goes on without it
      if (today && widgets.normal(view.guess.value) === typed) view.odds(today.odds(typed));
    }

    function renew() {
      view.problem("");
      view.odds("");
      set({ hidden: "", history: [], claim: 0 });
      show();
    }

    function show() {
      const now = read();
      const [left] = now.lefts.slice(-1);
      view.drawRows(now.history, now.lefts, now.history.length > drawn);
      drawn = now.history.length;
      const [latest] = now.history.slice(-1);
      view.tell(latest ? widgets.spell(...latest).replace(/^.*?: /, "") : "", describe(now));
      cloud.show(now.lefts);
      view.canvas.setAttribute("aria-label", `${count(left.length, "dot")} of ${hidden.length.toLocaleString("en")} not fallen, one for each word left`);
      view.list(now.history.length && left.length <= READ ? left.map((h) => hidden[h]) : []);
      if (left.length !== model.get("remaining")) set({ remaining: left.length });
      if (now.over && now.target) judge(now);
      else {
        judged = "";
        view.showEnd("", null);
      }
      if (view.isOpen()) rank();
    }

    // Judge a game that is over, by what only such a game needs.
    /** @param {ReturnType<typeof read>} now */
    async function judge({ target, history }) {
      const mine = JSON.stringify(history);
      if (mine === judged) return;
      judged = mine;
      view.showEnd("Judging luck and skill \u2026", null);
      try {
        for (const file of ["judging.js", "known.js"]) await widgets.load?.(file);
        judging ??= widgets.judging(model.get("compiled"), hidden, guesses, widgets.known ?? null);
        const found = await judging.judge(history, target, false).promise;
        if (mine !== judged || !found) return;
        view.showEnd(widgets.luckAndSkill(found), widgets.judgedLink(history, target, false));
        view.share(history, found);
      } catch (fault) {
        if (mine === judged) view.showEnd(widgets.cannot(fault), null);
      }
    }

    // What the sender of a challenge says, beside what the reader needed.
    /** @param {boolean} found @param {number} needed */
    function compared(found, needed) {
      const claim = model.get("claim");
      if (!claim) return "";
      const said = ` The sender says ${claim}`;
      if (!found || needed > claim) return `${said}.`;
      return needed < claim ? `${said}, so you were faster.` : `${said} too.`;
    }

    /** @param {ReturnType<typeof read>} now */
    function describe({ target, history, lefts, over, found }) {
      const [before, left] = [lefts[lefts.length - 2] ?? [], lefts[lefts.length - 1]];
      if (!history.length && target) {
        const claim = model.get("claim");
        return `A word is hidden for you. ${claim ? `The sender says: found in ${claim}. Can you beat that?` : "Can you find it?"}`;
      }
      if (!history.length) return begun;
      if (found) return `Found: ${target}, in ${count(history.length, "guess", "guesses")}.${compared(true, history.length)}`;
      if (over) return `Six guesses are used up. The word was ${target || "never drawn"}.${compared(false, ROWS)}`;
      if (!left.length) return "No word agrees with these rows.";
      const told = `${history[history.length - 1][0]} gave ${bits(before.length / left.length)}.`;
      if (left.length === 1) return `${told} Only ${hidden[left[0]]} is left.`;
      return `${told} ${count(left.length, "word")} left, ${bits(left.length)} to find.`;
    }

    /** @param {Row[]} history @param {number} top */
    async function bestOf(history, top) {
      try {
        return (await policies.rank(history, false, top))?.best ?? [];
      } catch (fault) {
        view.problem(widgets.cannot(fault));
        return [];
      }
    }

    async function rank() {
      const { history, over } = read();
      const mine = ++asked;
      el.removeAttribute("aria-busy");
      if (over) return view.drawBest([], add);
      el.setAttribute("aria-busy", "true");
      const best = await bestOf(history, SHOWN);
      if (mine !== asked) return;
      el.removeAttribute("aria-busy");
      view.drawBest(best, play);
    }

    // Present a game from its first row to its last; whatever the reader does ends it.
    async function present() {
      const mine = ++presented;
      const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
      renew();
      view.showPresenting((presenting = true));
      while (!read().over) {
        const { history } = read();
        const word = history.length ? (await bestOf(history, 1))[0]?.guess : FIRST;
        if (mine !== presented) return;
        if (!word) break;
        view.guess.value = word;
        view.preview(drawn, word);
        await wait(TYPING);
        if (mine !== presented) return;
        add(word);
        if (!read().over) await wait(PAUSE);
        if (mine !== presented) return;
      }
      end();
    }

    function end() {
      presented++;
      view.showPresenting((presenting = false));
    }

    /** @param {string} typed */
    function play(typed) {
      end();
      if (typed) add(typed);
    }

    widgets.onSend(view.form, view.guess, play);
    view.guess.oninput = () => {
      end();
      view.preview(drawn, view.guess.value);
      tellOdds();
    };
    view.present.onclick = () => {
      if (!presenting) present();
      else {
        end();
        view.guess.value = "";
        view.preview(drawn, "");
      }
    };
    view.rows.onclick = () => view.guess.focus();
    view.renew.onclick = () => {
      end();
      view.guess.value = "";
      renew();
      view.guess.focus();
    };
    view.best.onclick = () => {
      if (view.flip()) return void rank();
      asked++;
      el.removeAttribute("aria-busy");
    };
    // Above the keyboard of a phone there is room for the field, the dots and the first rows, if the board is moved up.
    function bring() {
      const shown = visualViewport?.height ?? innerHeight;
      if (document.activeElement === view.guess && view.rows.children[0].getBoundingClientRect().bottom > shown) view.region.scrollIntoView({ block: "start" });
    }
    view.guess.onfocus = bring;
    visualViewport?.addEventListener("resize", bring);
    // Letters that are typed while nothing has the focus are a guess.
    function take(/** @type {KeyboardEvent} */ event) {
      const free = (document.activeElement === document.body || document.activeElement === el) && !(event.ctrlKey || event.metaKey || event.altKey);
      if (free && /^[a-z]$/i.test(event.key)) view.guess.focus({ preventScroll: true });
    }
    document.addEventListener("keydown", take);
    // Something from outside, an address or a kernel, ends what is going on here.
    const stop = widgets.follow(model, ["history", "hidden", "claim"], () => {
      if (own) return;
      end();
      view.problem("");
      view.odds("");
      show();
    });
    show();
    return () => {
      stop();
      end();
      document.removeEventListener("keydown", take);
      visualViewport?.removeEventListener("resize", bring);
      judged = "";
      judging?.close();
      cloud.stop();
      policies.close();
    };
  };

  widgets.fallingwords.state = { history: widgets.codecs.game, hidden: widgets.codecs.secret, claim: widgets.codecs.whole(0, ROWS) };

  // The view: its elements, and what changes in them.
  /** @param {number} allowed @param {string} begun */
  function build(allowed, begun) {
    const { make, count } = widgets;
    const word = { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const guess = make("input", word);
    const button = (/** @type {string} */ text) => make("button", { type: "button" }, text);
    const [best, present, renew] = [button("Best guesses"), button(SHOW), button("New word")];
    const submit = make("button", { type: "submit", className: "ww-main" }, "Enter");
    const form = make("form", { className: "ww-controls ww-asking" }, widgets.field("Guess", guess), submit);
    const choices = make("div", { className: "ww-choices" }, best, present, renew);
    const rows = make("div", { className: "ww-rows" });
    const canvas = make("canvas", { className: "ww-dots", role: "img" });
    const [colours, told] = [make("span", { className: "ww-hidden" }), make("span")];
    const status = make("p", { role: "status", className: "ww-status ww-loud" }, colours, told);
    const listed = make("p", { className: "ww-hidden" });
    const verdict = make("p", { role: "status" });
    const judgedLink = make("a", {}, "See it judged row by row");
    const end = make("div", { className: "ww-end", hidden: true }, verdict, judgedLink);
    const fault = make("p", { role: "alert", className: "ww-problem" });
    const odds = make("p", { role: "status", className: "ww-odds" });
    // Nothing below moves when one is said in place of another: there is room for the longest, in whatever font.
    const said = make("div", { className: "ww-said", "data-begun": begun, "data-odds": widgets.sayOdds(...LONGEST) }, status, fault, odds, listed);
    const list = make("div", { className: "ww-best", role: "group", "aria-label": "Best guesses" });
    const hint = make("p", { className: "ww-hint" }, `Any of ${allowed.toLocaleString("en")} words will do. Point at a dot or tap it to read its word.`);
    list.append(hint);
    /** @type {ReturnType<WordleWidgets["shareButtons"]> | null} */
    let shared = null;
    best.setAttribute("aria-expanded", "false");
    const region = make(
      "div",
      { className: "ww ww-falling", role: "region", "aria-label": "Guess, and watch the words fall" },
      ...[make("div", { className: "ww-stage" }, form, canvas, said, rows, choices), end, list],
    );

    // A row of tiles, with what it told beside it; or an empty one.
    /** @param {Row | undefined} row @param {number[]} before @param {number[]} after */
    function line(row, before, after) {
      if (!row) {
        const tiles = Array.from({ length: 5 }, () => make("span", { className: "ww-tile ww-empty" }));
        return make("div", { className: "ww-line", "aria-hidden": "true" }, make("div", { className: "ww-row" }, ...tiles));
      }
      const told = after.length ? `${Math.log2(before.length / after.length).toFixed(2)} bits` : "";
      const note = make("span", { className: "ww-told" }, make("b", {}, count(after.length, "word")), ` ${told}`);
      return make("div", { className: "ww-line" }, widgets.tiles(...row), note);
    }

    return {
      ...{ region, form, guess, rows, present, renew, best, canvas },
      // What happened: the colours only for those to whom it is read aloud, and first.
      /** @param {string} spelt @param {string} said */
      tell(spelt, said) {
        colours.textContent = spelt && `${spelt}. `;
        told.textContent = said;
      },
      list: (/** @type {string[]} */ words) => (listed.textContent = words.length ? `Words left: ${words.join(", ")}.` : ""),
      // The end of a game: what is said of it, and where it is judged row by row.
      /** @param {string} said @param {string | null} link */
      showEnd(said, link) {
        end.hidden = !said;
        verdict.textContent = said;
        judgedLink.hidden = !link;
        judgedLink.setAttribute("href", link ?? "");
        if (link === null) shared?.show([], null);
        list.hidden = Boolean(said) && !this.isOpen();
      },
      /** @param {Row[]} history @param {Judgement} judged */
      share(history, judged) {
        end.append((shared ??= widgets.shareButtons([])).box);
        shared.show(history, judged);
      },
      isOpen: () => best.getAttribute("aria-expanded") === "true",
      /** @param {Row[]} history @param {number[][]} lefts @param {boolean} turning */
      drawRows(history, lefts, turning) {
        const lines = Array.from({ length: ROWS }, (_, i) => line(history[i], lefts[i], lefts[i + 1]));
        if (turning) lines[history.length - 1].classList.add("ww-turning");
        rows.replaceChildren(...lines);
      },
      // Letters that are being typed stand in the next row.
      /** @param {number} at @param {string} text */
      preview(at, text) {
        rows.children[at]?.querySelectorAll(".ww-empty").forEach((tile, i) => (tile.textContent = text[i] ?? ""));
      },
      /** @param {Ranked[]} found @param {(guess: string) => void} add */
      drawBest(found, add) {
        const one = (/** @type {Ranked} */ row) =>
          make("span", {}, widgets.guessButton(row, add), make("span", { className: "ww-note" }, `${row.score.toFixed(2)} bits`));
        list.replaceChildren(...found.filter((row) => row.possible || row.score > 0).map(one));
      },
      flip() {
        const open = best.getAttribute("aria-expanded") !== "true";
        best.setAttribute("aria-expanded", String(open));
        if (!open) list.replaceChildren(hint);
        return open;
      },
      problem: (/** @type {string} */ text) => (fault.textContent = text),
      odds: (/** @type {string} */ text) => (odds.textContent = text),
      showPresenting: (/** @type {boolean} */ on) => (present.textContent = on ? "Stop" : SHOW),
    };
  }
})();
