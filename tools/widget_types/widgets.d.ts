// The types of `wordleWidgets`, the object to which every file in wordlelib/widgets/js adds its part.

declare var wordleWidgets: WordleWidgets;

interface WordleWidgets {
  // engine.js, ranking.js, qfactors.js
  engine(): Engine;

  // worker.js

  // judging.js, and what it is made of
  judging(compiled: Compiled | undefined, hidden: string[], guesses: string[], known: KnownGames | null, accepted?: KnownAccepted): Judging;
  moves: Moves;
  readKnown(known: KnownGames, hard: boolean, engine: Engine, game: Game): ReadKnown;
  readGame(text: string): Pick<ReadGame, "rows" | "guesses" | "grid">;
  gamesIn(text: string): string[];
  readShared(text: string): ReadGame;
  gameRows(hidden: string[], guesses: string[], given: (Row | string)[], answer: string, hard: boolean): Row[];
  gridRows(rows: string[], length: number): string[];
  readMarks(text: string, length: number, place: string): string;
  checkedAnswer(hidden: string[], guesses: string[], answer: string): string;

  // packed.js
  readWords(text: string): string[][];
  unpack(text: string): number[];
  unpackSets(text: string): number[][];

  // today.js
  sayOdds(word: string, days: number, original: number): string;
  readAccepted(stored: KnownAccepted, hidden: string[], guesses: string[]): AcceptedPrior;
  acceptedOf(model: Model<any>, hidden: string[], guesses: string[]): Promise<AcceptedPrior>;

  // parts.js
  make<K extends keyof HTMLElementTagNameMap>(tag: K, properties?: Properties, ...children: (Child | null)[]): HTMLElementTagNameMap[K];
  svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes?: Properties, ...children: Child[]): SVGElementTagNameMap[K];
  normal(word: string): string;
  field(text: string, input: HTMLElement): HTMLElement;
  onSend(form: HTMLFormElement, input: HTMLInputElement, act: (typed: string) => void): void;
  scroller(label: string): HTMLElement;
  tiles(guess: string, marks: string, change?: (marks: string, focus: number) => void): HTMLElement;
  spell(guess: string, marks: string): string;
  isMarks(row: string): boolean;
  rowTiles(guess: string, row: string): HTMLElement;
  sayRow(guess: string, row: string): string;
  count(number: number, one: string, many?: string): string;
  italics(text: string): Child[];
  mark(right: boolean | null, wrong: string): Child[];
  table(caption: string, heads: string[], rows: Cell[][]): HTMLElement;
  guessButton(ranked: { guess: string; possible: boolean }, add: (guess: string) => void): HTMLElement;
  bars(sizes: number[], describe: string): HTMLElement;
  player(options: PlayerOptions): Player;
  treePicture<K>(options: TreePictureOptions<K>): SVGElement;
  nest<K extends number | string>(options: NestOptions<K>): Nest<K>;
  copier(name: string, label: string, text: () => string): { button: HTMLElement; said: HTMLElement; field: HTMLElement; forget(): void };
  setter<S extends object>(model: Model<S>): (values: Partial<S>) => void;
  follow<S>(model: Model<S>, names: (keyof S & string)[], show: () => void): () => void;

  // axes.js
  scale(options: ScaleOptions): Scale;
  axes(options: AxesOptions): SVGElement[];
  onWidth(place: HTMLElement, draw: () => void): () => void;

  // address.js
  codecs: {
    rows: Codec<Row[]>;
    game: Codec<Row[]>;
    secret: Codec<string>;
    word: Codec<string>;
    flag: Codec<boolean>;
    text(length: number): Codec<string>;
    choice<T extends string | number>(among: readonly T[]): Codec<T>;
    real(min: number, max: number): Codec<number>;
    whole(min: number, max: number): Codec<number>;
    list<T>(one: Codec<T>, most?: number): Codec<T[]>;
  };
  readAddress(hash: string): { fault: string; texts: Record<string, Record<string, string>> } | null;
  readState(codecs: Codecs, texts: Record<string, string>): { fault: string; values: Record<string, unknown> };
  writeAddress(texts: Record<string, Record<string, string>>): string;
  home?: string; // where the pages are
  linkTo(page: string, widget: string, texts: Record<string, string>): string;

  // board.js
  OTHER_WORDS: string;
  board(options: BoardOptions): Board;

  // sharing.js, ownlists.js, gamecard.js, gameverdict.js, gridverdict.js, gameentry.js
  readList(text: string, name: string, most: number, length?: number): string[];
  ownLists(change: (lists: string[][] | null) => void, fail: (fault: unknown) => void): { box: HTMLElement; forget(): void };
  fixed(value: number, digits?: number): string;
  signed(value: number, digits?: number): string;
  luckAndSkill(judged: Judgement): string;
  headline(judged: Judgement): string;
  judgedLink(history: Row[], hidden: string, hard: boolean): string;
  shareButtons(more: HTMLElement[]): { box: HTMLElement; show(history: Row[], judged: Judgement | null): void };
  gameCard(history: Row[], rows: JudgedRow[], head?: string[]): SVGSVGElement;
  savePicture(picture: SVGSVGElement, name: string): Promise<void>;
  gameVerdict(): GameVerdict;
  gridTable(rows: GridRow[]): HTMLElement;
  gridSummary(grid: Grid, today: boolean): { said: string; account: string };
  shades(marks: string): HTMLElement;
  gameEntry(options: EntryOptions): GameEntry;

  // The widgets, and what they share with their tests.
  alphabetareplay: Widget<AlphaBetaState>;
  readAlphaBeta(record: AlphaBetaRecord, vocabulary: string[]): { nodes: Visit[]; steps: Step[] };
  boundText(value: number): string;
  interval(window: Bounds): string;
  prediction(options: PredictionOptions): { box: HTMLElement; choice: HTMLElement; draw(): void; forget(moment: number): void };
  banditrace: Widget<BanditState>;
  closingbounds: Widget<ClosingState>;
  closing(data: Pick<ClosingState, "bounds" | "found" | "looked">): ClosingKnown;
  beliefbars: Widget<BeliefState>;
  beliefs: Beliefs;
  colouringmachine: Widget<ColouringState>;
  colouring(guess: string, hidden: string): ColouringStep[];
  tooYellow(guess: string, hidden: string): string;
  fitsNaively(word: string, guess: string, row: string): boolean;
  conventionswitches: Widget<ConventionState>;
  enoughguesses: Widget<EnoughState>;
  expectedguesses: Widget<ExpectedState>;
  explorer: Widget<ExplorerState>;
  fallingwords: Widget<FallingState>;
  firstwords: Widget<FirstWordsState>;
  smooth(share: number): number;
  movingCanvas(
    canvas: HTMLCanvasElement,
    options: { length: number; draw(time: number): void; measured(width: number, height: number): void },
  ): { paint: CanvasRenderingContext2D; move(): void; isMoving(): boolean; redraw(): void; stop(): void };
  dots(canvas: HTMLCanvasElement, words: string[]): Dots;
  hintergame: Widget<HinterState>;
  hinters(computing: Computing, game: Game): Hinters;
  guesser(policies: Policies, game: Game, history: Row[], name: GuesserName, left: number): Job<string>;
  ladder: Widget<LadderState>;
  methodrace: Widget<RaceState>;
  standings(methods: RaceMethod[], now: number): Standing[];
  racePicture(options: RaceOptions): SVGElement;
  raceSwatch(kind: number): SVGElement;
  sayTime(seconds: number): string;
  newtonstep: Widget<NewtonState>;
  nextguess: Widget<NextGuessState>;
  openingvalue: Widget<OpeningValueState>;
  predictfirst: Widget<PredictionState>;
  proveit: Widget<ProveState>;

  // The library's kernels on the page
  compiled: Compiled;
  load(file: string): Promise<unknown>;
  computations: Record<string, (kit: Kit) => Computation>;
  computer?: Computer;
  computing(compiled: Compiled | undefined, hidden: string[], guesses: string[]): Computing;
  compiledGame(host: Host, game: GivenGame): HostRecord;
  sizesOf(game: HostRecord): Record<string, number>;
  growTable(host: Host, table: HostRecord): void;
  fillKeys(host: Host, keys: HostRecord): HostRecord;
  sortedGame(kit: Pick<Kit, "compiledGame" | "fillKeys" | "sizesOf">, host: Host, game: GivenGame): Generator<void, SortedGame>;
  greedyRule(host: Host, score: number, limit: number, bonus?: number): HostRecord;
  serve(tools: ServeTools, post: (answer: Answer) => void): (message: Message) => Promise<void>;
  scores: Score[];
  policies(model: Model<any>, hidden: string[], guesses: string[], openings?: Openings): Policies;
  cannot(fault: unknown): string;
  host(module: WebAssembly.Module, layout: HostLayout): Host;
  priceofsafety: Widget<SafetyState>;
  safetyTree(paths: SafetyPath[], chosen: SafetyPath, total: number): SVGElement;
  qfactortable: Widget<QFactorState>;
  ringsearch: Widget<RingState>;
  bench<S extends { opening: string }, R>(context: BenchContext, options: BenchOptions<S, R>): Bench<S>;
  lookahead: Widget<LookaheadState>;
  priors: Widget<PriorsState>;
  searchrace: Widget<SearchRaceState>;
  searchreplay: Widget<SearchState>;
  readSearch(record: SearchRecord, vocabulary: string[]): { beliefs: Belief[]; moments: Moment[] };
  secretduel: Widget<SecretDuelState>;
  selfcheck: Widget<CheckState>;
  treeviewer: Widget<TreeState>;
  treeComparison(options: ComparisonOptions): { parts: HTMLElement[]; draw(): void };
  twoinfos: Widget<InfosState>;
  infos: Infos;
  twoiterations: Widget<IterationState>;
  iterations(words: string[], engine: Engine): Iterations;
  valuetower: Widget<TowerState>;
  tower(kind: TowerKind): Tower[];
  wordsasarea: Widget<AreaState>;
  yourgame: Widget<YourGameState>;
  toldBy(sizes: number[]): AreaTold;
  blocks(canvas: HTMLCanvasElement, n: number): Blocks;
  packBlocks(sizes: number[], width: number, height: number): { pitch: number; blocks: Record<"x" | "y" | "columns" | "rows", number>[] };
  readTree(stored: StoredTree, hidden: string[], guesses: string[]): Tree;

  // What a page of the book has once for all (tools/sphinx_extensions/widgets_on_pages.py).
  words: string;
  openings?: Openings;
  known?: KnownGames;
  accepted?: KnownAccepted;
  seconds?: NextGuessState["seconds"];
  values?: OpeningValueState["values"];
}

// A widget gets its model and its element, and gives what cleans up; `files` are the data that it needs on a page,
// `state` says how its traits are written in the page's address,
// or gives that for a model, and
// `tiles` that its tiles may be shown with more contrast.
interface Widget<S> {
  (context: { model: Model<S>; el: HTMLElement }): () => void;
  files?: string[];
  tiles?: boolean;
  state?: CodecsOf<S> | ((model: Model<S>) => CodecsOf<S>);
}

type CodecsOf<S> = { [K in keyof S]?: Codec<S[K]> };

interface Codec<T> {
  form: string;
  write(value: T): string;
  read(text: string): T | undefined;
}

type Codecs = Record<string, Codec<any>>;

interface ScaleOptions {
  from: number;
  to: number;
  start: number;
  end: number;
  log?: boolean;
}

interface Scale extends Readonly<Omit<Required<ScaleOptions>, "log">> {
  (value: number): number;
  readonly step: number;
  back(at: number): number;
  ticks(): number[];
}

interface AxesOptions {
  x: Scale;
  y: Scale;
  xName: string;
  yName: string;
  xText?(value: number): string;
  yText?(value: number): string;
}

// anywidget's model, or `page.js`'s; S are the traits of the Python class.
interface Model<S> {
  get<K extends keyof S>(name: K): S[K];
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, call: () => void): void;
  off(event: string, call: () => void): void;
}

// The engine: words and guesses are numbers, their places in a game's lists.

type Row = [guess: string, marks: string];
type Numbers = number[] | Uint16Array;
type Score = "information-gain" | "expected-remaining" | "most-classes" | "worst-class";
type Class = { marks: string; words: number[] };
type Ranked = { guess: string; possible: boolean; score: number; parts: number; worst: number; remaining: number };
type Ranking = { left: number[]; allowed: number; best: Ranked[] };

interface Game {
  hidden: string[];
  guesses: string[];
  length: number;
  number: Map<string, number>;
  hiddenNumber: Map<string, number>;
  guessOf: Uint16Array;
  hiddenOf: Int32Array;
  rows: Uint8Array[];
}

interface Engine {
  feedback(guess: string, hidden: string): string;
  toCode(marks: string): number;
  toMarks(code: number, length: number): string;
  honours(guess: string, history: Row[]): boolean;
  // Throw what is wrong with lists, or with rows, that computations get: kernels do not look where they write.
  checkLists(hidden: string[], guesses: string[]): void;
  checkRows(game: Game, history: Row[]): void;
  makeGame(hidden: string[], guesses: string[]): Game;
  codesOf(game: Game, guess: number): Uint8Array;
  candidates(game: Game, history: Row[]): number[];
  classes(game: Game, guess: string, left: Numbers): Class[];
}

// The workers.

type Plan = { score: Score; width: number; hard: boolean };
type Line = Ranked & { sum: number };
type QFactors = { n: number; lines: Line[]; choice: number };
type Progress = { n: number; lines: Line[]; done: number; of: number };

interface Job<A, P = Progress> {
  promise: Promise<A | null>;
  onprogress(progress: P): void;
  cancel(): void;
}

// What a computation may use: the module's constants, a fresh memory, and how a game lies in it.
interface Kit {
  layout: HostLayout;
  engine: Engine;
  open(): Host;
  compiledGame(host: Host, lists: GivenGame): HostRecord;
  sizesOf(game: HostRecord): Record<string, number>;
  growTable(host: Host, table: HostRecord): void;
  fillKeys(host: Host, keys: HostRecord): HostRecord;
  sortedGame(kit: Pick<Kit, "compiledGame" | "fillKeys" | "sizesOf">, host: Host, game: GivenGame): Generator<void, SortedGame>;
  greedyRule(host: Host, score: number, limit: number, bonus?: number): HostRecord;
}
interface SortedGame {
  game: HostRecord;
  keys: HostRecord;
  sorted: string[];
  sizes: Record<string, number>;
  given: { labels: HostArray; numbers: HostArray };
}
type GivenGame = { hidden: string[]; guesses: string[]; hard: boolean; byHidden?: HostArray; weights?: number[] };
type Computation = (game: Game, given: any) => Generator<any, any>;

// A belief in a host's memory, as a smaller game: the numbers of its words, and the place of each.
interface Stage {
  history: Row[];
  weights?: number[];
  place: Map<number, number>;
  host: Host;
  arrays: HostRecord;
  sizes: Record<string, number>;
  every: HostArray;
  work: HostRecord;
  players: Partial<Record<Score, Greedy>>;
}
type Greedy = { rule: HostRecord; plan?: HostRecord; memo?: HostRecord };

type Computer = (hidden: string[], guesses: string[]) => Computing;
interface Computing {
  job(what: string, given: any): Job<any, any>;
  work<A, P>(act: (task: Task<P>) => Promise<A>): Job<A, P>;
  close(): void;
}
interface Task<P> {
  report(progress: P): void;
  ask(what: string, given: any, tell?: (progress: any) => void): Promise<any>;
}
interface Policies extends Computing {
  rank(history: Row[], hard: boolean, top: number): Promise<Ranking | null>;
  qFactors(history: Row[], plan: Plan): Job<QFactors>;
}

// The first row's candidates under each score, as a `Line` has them, but with a sum for each mode.
type Openings = { columns: string[]; rows: Record<Score, (string | number | boolean)[][]> };

type Asked = { number: number; what: string; list: number; given: any };
type Listed = { list: number; hidden: string[]; guesses: string[] };
type Message = { bytes: Uint8Array<ArrayBuffer>; layout: HostLayout } | { script: string } | Listed | { forget: number } | Asked | { drop: number };
type Answer = { number: number; answer?: any; progress?: any; fault?: string };
interface ServeTools extends Omit<Kit, "layout" | "open"> {
  host(module: WebAssembly.Module, layout: HostLayout): Host;
  computations: Record<string, (kit: Kit) => Computation>;
}

// A game, judged: the keys and values are those of `Judgement.as_dict` and `Grid.as_dict` in Python.

interface Judging {
  judge(history: (Row | string)[], answer: string, hard: boolean): Job<Judgement, JudgingProgress>;
  grid(rows: string[], answer: string): Job<Grid, never>;
  close(): void;
}

// The rows that are judged so far, the number of all, and the sums found for the next one.
type JudgingProgress = { rows: JudgedRow[]; of: number; work: { done: number; of: number } };

type Move = { guess: string; possible: boolean; classes: number; largest: number; together: number; total: number };
type Perfect = { guess: string; least: number; lower: number; upper: number };

interface RowFigures {
  guess: string;
  feedback: string;
  before: number;
  after: number;
  weight_before: number;
  weight_after: number;
  expected_bits: number;
  received_bits: number;
  made: Move;
  rest: number;
  base: Move;
  rollout: Move;
  strategy: Move | null;
  best: Move;
  perfect: Perfect | null;
}

type DerivedFigures = { luck_bits: number; luck: number; loss: number; perfect_loss: number[] | null; reason: string };
type JudgedRow = RowFigures & DerivedFigures;
type GameSums = { guesses: number; luck_bits: number; luck: number; loss: number; perfect_loss: number[] | null };

interface Judgement extends GameSums {
  mode: string;
  answer: string | null;
  rows: JudgedRow[];
  solved: boolean;
  start: number;
  rollout: Row[] | null;
  perfect: Row[] | null;
}

interface Moves {
  move(engine: Engine, game: Game, left: number[], guess: number, total: number, weights?: number[]): { bits: number; move: Move };
  reason(made: Move, best: Move, n: number, weight: number): string;
  derived(row: RowFigures): DerivedFigures;
  sums(rows: JudgedRow[]): GameSums;
}

interface RolloutGiven {
  history: Row[];
  hard?: boolean;
  score?: Score;
  top?: number;
  guesses?: string[];
  width?: number;
  opening?: string;
  weights?: number[];
  bonus?: number;
}

type JudgingMode = { stored: ReadKnown | null; beliefs: JudgingBeliefs };

// The beliefs of the games that were judged in one mode.
interface JudgingBeliefs {
  look(task: Task<any>, history: Row[]): Promise<JudgedBelief>;
  totals(task: Task<any>, belief: JudgedBelief, guesses: number[], told?: (done: number, of: number) => void): Promise<number[]>;
  base(task: Task<any>, belief: JudgedBelief): Promise<number>;
  choice(task: Task<any>, belief: JudgedBelief): Promise<number>;
  weight(left: number[]): number;
}

// The weights of the hidden words, and by mode the totals of some first guesses, rollout's candidates first.
type JudgingPrior = { weights: number[]; first: Record<"easy" | "hard", { listed: number[]; totals: Map<number, number> }> };

// A row, the beliefs before and after it (null if it found the hidden word), and where it begins in the strategy, or -1.
type JudgedPlace = { belief: JudgedBelief; row: Row; below: JudgedBelief | null; node: number; planned: Totals | null };
type JudgedBelief = { history: Row[]; left: number[]; listed: number[]; totals: Map<number, number> };

type GridRow = { feedback: string; fewest: number; most: number; examples: string[]; least_left: number | null; most_left: number | null };
type Grid = { answer: string | null; rows: GridRow[]; answers: string[] };

// What is stored of games on the original lists: lists of numbers as text.
type ProvenFirst = { best: string; least: number; others: number };
type KnownMode = { least: number; totals: string; first: (ProvenFirst & { lost: string }) | null; strategy: Record<"guess" | "parent" | "code", string> };
type KnownFirst = Record<"easy" | "hard", [string, number][]>;
type KnownAccepted = { each: number; others: string; first: KnownFirst };
// Today's prior over the accepted words, and what is said of the odds of one.
type AcceptedPrior = { weights: number[]; first: KnownFirst; odds(word: string): string };
type KnownGames = { listed: number[]; easy: KnownMode; hard: KnownMode };

// Nodes are numbers from 0, the first guess; `below` gives -1 where there is none.
interface Strategy {
  guess(node: number): number;
  below(node: number, code: number): number;
  total(node: number, left: number[]): number;
  path(answer: string): Row[];
}

type ReadKnown = { listed: number[]; totals: number[]; first: (ProvenFirst & { proven: number[] }) | null; strategy: Strategy };

// The parts.

type Child = Node | string;
type Cell = Child | number;
type Properties = Record<string, string | number | boolean>;

interface PlayerOptions {
  model: Model<{ moment: number; speed?: number }>;
  last: number;
  speeds: number[];
  one: string;
  title: string;
  unit: string;
  draw(now: number): void;
  describe(now: number): string;
  say?(now: number): string;
}

interface Player {
  buttons: HTMLElement;
  line: HTMLElement;
  status: HTMLElement;
  go(moment: number): void;
  show(): void;
  stop(): void;
}

type Item = { parts: Child[]; said: string; path?: boolean; className?: string };

interface NestOptions<K> {
  label: string;
  root: K;
  below(key: K): K[];
  isOpen(key: K): boolean;
  flip(key: K): void;
  item(key: K): Item;
}

type TreeLook = { text: string; marks?: string; size: number; weight?: number; path?: boolean; cut?: boolean };

interface TreePictureOptions<K> {
  root: K;
  below(key: K): K[];
  look(key: K): TreeLook;
  label: string;
  most?: number;
}

interface Nest<K> {
  pane: HTMLElement;
  show(): void;
  choose(key: K): void;
  reveal(key: K): void;
}

interface BoardRows {
  history: Row[];
  hidden?: string;
  hard?: boolean;
}

interface BoardState extends BoardRows {
  words: string;
  hidden: string;
  remaining: number;
}

interface BoardOptions {
  model: Model<BoardRows>;
  game: Game;
  engine: Engine;
  modes?: boolean;
  secret?: boolean;
  more?: Child[];
  note?(row: number, before: number[], after: number[]): string;
  odds?(word: string): string;
  begin?(): void;
  given?(typed: string): string | undefined;
  changed(): void;
}

interface Board {
  form: HTMLElement;
  hiddenField: HTMLElement;
  problem: HTMLElement;
  odds: HTMLElement;
  rows: HTMLElement;
  guess: HTMLInputElement;
  add(typed: string): void;
  draw(of?: Game): number[];
  forget(): void;
}

// A best guess, with totals over the words left, times their weights; what is searched for here has no `alike`.
type NextBest = { guess: string; total: number; alike?: number; possible?: string; possible_total?: number };
type NextHidden = "original" | "accepted";

interface NextGuessState extends BoardRows {
  words: string;
  compiled?: Compiled;
  seconds: Record<"easy" | "hard", Record<string, Record<"guess" | "alike" | "sum" | "possible" | "further", string>>>;
  accepted?: KnownAccepted;
  hidden: NextHidden;
  hard: boolean;
  best: NextBest | {};
}

interface OpeningValueState {
  words: string;
  values: Record<"easy" | "hard", { least: number; below: number; beyond: string }>;
  opening: string;
  hard: boolean;
}

interface FallingState extends BoardState {
  claim: number;
  accepted?: KnownAccepted;
  compiled?: Compiled;
}

// The words left after each row, all of them first.
interface Dots {
  show(lefts: number[][]): void;
  stop(): void;
}

// The states of the widgets, and what they read from their records.

// Probabilities of one guess, two, three ... of each strategy, at a step of the slider.
type ExpectedStep = { said: string; bars: Record<string, number[]> };

// How many guesses are always enough, a first one that does it, and words that need as many; and how far the search is.
// guarantor.js: whether `cap` guesses, the least number or the most that was asked for, are always enough; `worst` is the largest
// class after the guess whose largest is least.
type Enough = { possible: boolean; cap: number; opening: string; refuted: string[]; worst: number; nodes: number };
type Learner = Record<"game" | "room" | "table" | "store" | "search" | "tally", HostRecord> &
  Record<"all" | "same" | "costs", HostArray> & { host: Host; modes: HostRecord[]; sorted: string[] };
type EnoughProgress = { cap: number; decided: number; of: number; nodes: number };

interface EnoughState {
  compiled?: Compiled;
  text: string;
  hard: boolean;
  least: number;
  opening: string;
  nodes: number;
}

interface ExpectedState {
  slider: string;
  cases: Record<string, ExpectedStep[]>;
  case: string;
  step: number;
  expected: Record<string, number>;
}

interface ExplorerState extends BoardState {
  hard: boolean;
  best: Ranked[];
}

// Particles: the hidden word that each stands for, and its weight.
type Cloud = { theta: Int32Array; weights: Float64Array; size: number };
type Following = { threshold: number; moves: number; prior: Float64Array; explained: Float64Array };

interface Beliefs {
  weightsOf(shares: number[], power: number): Float64Array;
  prior(shares: number[], skew: number): Float64Array;
  likelihood(engine: Engine, game: Game, row: Row, lies: number): Float64Array;
  bayes(b: Float64Array, likely: Float64Array): Float64Array | null;
  entropy(b: Float64Array): number;
  draw(b: Float64Array, count: number, random: () => number): Cloud;
  weigh(cloud: Cloud, likely: Float64Array, random: () => number, how: Following): Cloud | null;
  estimate(cloud: Cloud, words: number): Float64Array;
  totalVariation(p: Float64Array, q: Float64Array): number;
  seeded(seed: number): () => number;
}

type BeliefSet = { skew: number; lies: number; particles: number; threshold: number; moves: number };
type BeliefGiven = BeliefSet & { history: Row[]; seed: number };
type BeliefPose = BeliefSet & { name: string; rows: Row[] };

interface BeliefState extends BeliefGiven {
  words: string;
  shares: string;
  poses: BeliefPose[];
  bits: number;
  possible: number;
  likeliest: string[];
}

type ColouringStep = { place: number; mark: "g" | "y" | "-"; uses: number };

interface ColouringState {
  words: string;
  pairs: [guess: string, hidden: string][];
  guess: string;
  hidden: string;
  moment: number;
  row: string;
}

type Info = { places: number[]; least: number[]; most: number[] };

interface Infos {
  move(guess: string, marks: string): Info;
  meet(a: Info, b: Info): Info;
  join(a: Info, b: Info): Info;
  fits(info: Info, word: string): boolean;
  say(letters: number): string;
  bounds(info: Info): string;
}

interface RingState {
  cells: number;
  reach: number;
  position: number;
  ways: Record<string, number[][]>;
  ring: number;
  path: number[];
}

interface InfosState {
  words: string;
  pairs: Row[][];
  rows: Row[];
  counts: number[];
}

type ClosingOrder = "bound" | "gain" | "alphabet" | "worst";
type ClosingFigures = [total: number | null, lower: number, nodes: number, guesses: number, seconds: number];
type ClosingResult = { total: number | null; lower: number; nodes: number; guesses: number; seconds: number };

// What tools/wasm compiles: the module in base 64, and how what its entries take is laid out.
type HostKind = { record?: string; items?: string; number?: string };
type HostField = HostKind & { offset: number; shape?: string[] };
interface HostLayout {
  entries: Record<string, HostKind[]>;
  records: Record<string, { size: number; fields: Record<string, HostField> }>;
  items: Record<string, { size: number; fields: Record<string, { number: string; offset: number }> }>;
  constants: Record<string, number>;
  memory: { stack: number; data: number };
}
interface Compiled {
  module: string;
  layout: HostLayout;
}
type HostArray = { items: string; shape: number[]; at: number };
type HostRecord = { kind: string; fields: Record<string, any>; at: number };
interface Host {
  make(kind: string, sizes: Record<string, number>, given?: Record<string, any>): HostRecord;
  array(items: string, ...shape: number[]): HostArray;
  grow(record: HostRecord, name: string): void;
  replace(record: HostRecord, name: string, array: HostArray): void;
  call(name: string, ...values: any[]): number;
  view(array: HostArray): any;
  read(array: HostArray, place: number, field: string): number;
  write(array: HostArray, place: number, field: string, value: number): void;
  mark(): number;
  release(mark: number): void;
  size(): number;
}

// prover.js: what is asked of a search, and what is known: no strategy goes below `lower`, and one that begins with `guess` keeps
// to `upper`, both sums over the words left, times their weights; whether the search is at its end; how many beliefs it searched, and how many guesses
// it tried in them and cut off. `work` is how many codes it may look at, by default any number.
type SolveGiven = { history: Row[]; hard: boolean; guess?: string; work?: number; weights?: number[] };
type Totals = { lower: number; upper: number | null; guess: string | null; done: boolean };
type Solved = Totals & { nodes: number; tried: number; cut: number };
interface SolveStage extends SortedGame {
  words: Game;
  about: string;
  host: Host;
  mark: number;
}

// A search's settings as the kernel has them, and its course: the best guess, its value, and bounds on the total.
interface SearchGiven {
  config: { rule: Record<string, number> } & Record<string, any>;
  seed: number;
  iterations: number;
  target?: number;
}
type SearchTrace = { best: string[]; value: number[]; lower: number[]; upper: number[] };
interface SearchStage {
  seed: number;
  host: Host;
  start: number;
  guesses: string[];
  arrays: HostRecord;
  rng: HostRecord;
  shuffled: BigUint64Array;
  sizes: Record<string, number>;
  mark: number;
}
// What is played against every word, and what came of it: the guesses of each word, and the first guess.
type SetUp = { opening: string; base: Score; width: number; hard: boolean };
type Games = { used: number[]; opening: string };
interface BenchState<S> {
  words: string;
  compiled?: Compiled;
  kept: S | {};
}
type LookaheadState = SetUp & BenchState<SetUp> & { used: number[] };

type PriorSetUp = { temperature: string; bonus: number; opening: string };
// For each bonus the expected guesses and the first guess; and the bonus that is set.
type Prices = { bonus: number; prices: [bonus: number, expected: number, first: string][]; bits: number };
type PriorsState = PriorSetUp & BenchState<PriorSetUp> & { shares: string; prices: Prices["prices"] };

type BenchContext = { model: Model<any>; el: HTMLElement };
type Bench<S> = { change(values: Partial<S>): void; stop(): void };
interface BenchOptions<S, R> {
  name: string;
  picture: string;
  settings: (keyof S & string)[];
  fields: HTMLElement[];
  put(setUp: S): void;
  play(setUp: S, ask: (player: string, given: any) => Promise<any>): Promise<R>;
  held(result: R | null): Record<string, any>;
  look(setUp: S): string;
  describe(setUp: S, result: R): string;
  compare(result: R, other: R): string;
  tabulate(setUps: S[], results: R[]): { caption: string; heads: string[]; rows: { of: Cell; lengths: number[]; cells: Cell[] }[] };
}

interface SearchRaceState {
  words: string;
  compiled?: Compiled;
  games: { name: string; hidden: string; guesses: string | null; least: number }[];
  searches: { name: string; config: SearchGiven["config"] }[];
  iterations: number;
  seeds: number;
  game: string;
  chosen: string[];
  seed: number;
  found: Record<string, number[]>;
}

interface ProveState {
  words: string;
  compiled?: Compiled;
  opening: string;
  hard: boolean;
  total: number;
  nodes: number;
  tried: number;
}

// What twelve openings have shown: `found` holds a search's figures by the opening and the best one then, or "".
interface ClosingState {
  bounds: Record<string, [first: number, second: number]>;
  found: Record<string, Record<string, ClosingFigures>>;
  orders: Record<ClosingOrder, string[]>;
  order: ClosingOrder;
  looked: string[];
}

interface ClosingKnown {
  best: string;
  upper: number;
  lower: number;
  open: string[];
  searched: Map<string, ClosingResult>;
  effort: Record<"searches" | "nodes" | "guesses" | "seconds", number>;
}

type IterationStart = "costliest" | "worst-class" | "list-order";
type ProcessControl = { guess: number; found: boolean; worst: number; next: { state: number; share: number }[] };

interface IterationState {
  vocabulary: string[];
  start: IterationStart;
  starts: IterationStart[];
  moment: number;
}

interface Iterations {
  beliefs: { words: number[]; controls: ProcessControl[] }[];
  values(): Float64Array[];
  policies(start: IterationStart): { policy: number[]; values: Float64Array }[];
}

type TowerEstimates = Record<"visits" | "first" | "tree" | "value" | "spread", number>;

// The searches of a kind; `numbers` are their moments as `value_tower.py` packs them, `least` what promised least then.
interface TowerKind {
  guesses: string[];
  totals: number[];
  words: number;
  records: { numbers: string; least: string }[];
}

interface Tower extends Omit<TowerKind, "records"> {
  least: { guess: string; visits: number }[];
  moments: (TowerEstimates | null)[][];
}

interface TowerState {
  runs: Record<string, TowerKind>;
  poses: [text: string, kind: string, seed: number, moment: number][];
  kind: string;
  seed: number;
  moment: number;
  speed: number;
}

type AreaTold = Record<"n" | "remaining" | "bits" | "atLeast" | "atMost", number>;

interface AreaState {
  words: string;
  guesses: string[];
  guess: string;
  bits: number;
  classes: number;
  remaining: number;
}

interface Blocks {
  show(classes: number[][], rows: string[]): void;
  at(x: number, y: number): number;
  point(k: number): void;
  stop(): void;
}

interface PredictionState {
  right: number | null;
  because: string;
  question: string;
  options: string[];
  given: string;
}

interface QFactorState extends BoardState {
  base: Score;
  width: number;
  q_factors: { guess: string; score: number; possible: boolean; sum: number; q: number }[];
  choice: string;
}

type HinterName = "greedy" | "depth 2" | "exact";
type GuesserName = Score | "rollout" | "exact";

interface HinterState {
  words: string;
  compiled?: Compiled;
  history: Row[];
  hinter: HinterName;
  guesser: GuesserName;
  turns: number;
  remaining: number;
  winner: "guesser" | "hinter" | "";
}

// A class as a reply: how many of the guesses left it survives whatever is tried, or -1 for a word that is found; and what it is
// worth one guess and one reply ahead.
type Reply = Class & { survived: number; ahead: number };

interface Hinters {
  classes(left: number[], guess: string): Class[];
  replies(parts: Class[], left: number): Job<Reply[]>;
  answers: Record<HinterName, (parts: Reply[]) => Reply>;
}

type Control = [name: string, cost: number, back: number];
type Run = { newton: number[]; iteration: number[]; policies: number[] };

interface NewtonState {
  controls: Control[];
  start: number;
  steps: number;
  limit: number;
  least: number;
  newton: number[];
  iteration: number[];
}

type BanditRecord = [chosen: string, tickets: string];

interface ConventionState {
  totals: Record<"easy" | "hard", Record<string, Record<string, [base: number, total: number]>>>;
  optima: Record<string, number>;
  opening: string;
  mode: string;
  off: string[];
}

type RaceRun = [moment: number, above: number][];
type RaceMethod = { letter: string; name: string; kind: number; proof: boolean; runs: RaceRun[] };

interface RaceState {
  methods: RaceMethod[];
  presets: [name: string, moment: number][];
  times: number[];
  moment: number;
  ahead: string[];
}

interface RaceOptions {
  standing: Standing[];
  now: number;
  from: number;
  to: number;
  unit: string;
  label: string;
  width: number;
  medians?: boolean;
  under?: { run: RaceRun; kind: number; now: number } | null;
}

interface Standing {
  method: RaceMethod;
  values: number[];
  middle: number;
  place: number;
  done: boolean;
  proven: boolean;
}

type SafetyPath = [guess: string, row: string, left: number][];
type SafetyStep = { cap: number | null; total: number | null; opening: string; counts: number[]; paths: string[] };
type SafetyGame = { name: string; hidden: number; safe: number; doomed: string[]; steps: SafetyStep[] };

type Glyph = { how: string; below: Glyph[] };
type Rung = { name: string; estimate: string; glyph: Glyph; total: number; error: number; seconds: number };

interface LadderState {
  rungs: Rung[];
  beliefs: { row: Row; words: number; guesses: [guess: string, sum: number][] }[];
  player: string;
  belief: number;
}

interface FirstWordsState {
  orders: { name: string; used: string }[];
  order: number;
  played: number;
}

type SecretHinter = "least favourable prior" | "any word alike" | "your word";
type SecretGuesser = "you" | "mixture";

interface SecretDuelState {
  hidden: string[];
  guesses: string[];
  weights: number[];
  // The openings, and the plans for their classes of two words or more.
  mixture: { guess: string; share: number; classes: Record<string, [share: number, guesses: string[]][]> }[];
  expected: number[];
  value: number;
  even: number;
  hinter: SecretHinter;
  word: string;
  taken: Record<string, Partial<Record<SecretGuesser, number[]>>>;
}

interface SafetyState {
  games: SafetyGame[];
  game: number;
  step: number;
  word: string;
}

interface BanditState {
  arms: string[];
  means: number[];
  costs: number[];
  first: number;
  samplers: string[];
  record: BanditRecord[];
  moment: number;
  speed: number;
  logarithmic: boolean;
}

type StoredTree = Record<"guess" | "parent" | "code" | "hidden" | "ends" | "policy", string> & {
  history: Row[];
  rows: string[];
  solved: number;
};

interface TreeState {
  words: string;
  own: string[];
  tree: StoredTree;
  word: string;
  opened: number[];
  game: string[];
}

type ComparedRow = { guess: string; row: string; left: number };

interface ComparisonOptions {
  model: Model<TreeState>;
  guesses: string[];
  shown(): { tree: Tree; path: number[] };
}

interface Tree {
  guess: string[];
  parent: number[];
  row: string[];
  words: string[];
  children: number[][];
  size: number[];
  level: number[];
  found: (string | null)[];
  used: number[];
  path(word: string): number[];
  solved: string;
}

type AlphaBetaRecord = Record<"parent" | "player" | "move" | "words" | "alpha" | "beta" | "value" | "cuts" | "cut", string>;

interface AlphaBetaState {
  vocabulary: string;
  record: AlphaBetaRecord;
  moment: number;
  speed: number;
  opened: number[];
  predict: boolean;
  asked: number;
  right: number;
}

type Bounds = { alpha: number; beta: number };
type From = { alphaFrom: number | null; betaFrom: number | null };

interface Visit extends Bounds {
  parent: number;
  player: number;
  move: string;
  below: number[];
  words: string[];
  value: number;
  cut: string[];
  cutAt: number;
  doneAt: number;
  history: (Bounds & From & { value: number | null; moment: number })[];
}

type Step =
  | { kind: "enter"; node: number; from: From }
  | { kind: "return"; node: number; above: null | { side: "alpha" | "beta"; moved: boolean; was: number } }
  | { kind: "cut"; node: number };

interface PredictionOptions {
  model: Model<AlphaBetaState>;
  nodes: Visit[];
  steps: Step[];
  name(node: number): string;
  now(): number;
  go(moment: number): void;
}

type SearchRecord = Record<"words" | "beliefs" | "weights" | "changes", string> & {
  rows: string[];
  history: Row[];
  bounded: boolean;
};

type ChosenQuestion = { question: string; options: [text: string, said: string][]; right: string };
type TypedQuestion = { question: string; right: number; tolerance: number; why: string; hint: string };
type Question = ChosenQuestion | TypedQuestion;

interface CheckState {
  questions: Question[];
  given: (string | number | null)[];
}

interface SearchState {
  vocabulary: string;
  record: SearchRecord;
  moment: number;
  speed: number;
  opened: string[];
}

interface Belief {
  words: string[];
  weight: number;
  history: { moment: number; value: number; guess: string | null }[];
  arms: Arm[];
}

interface Arm {
  guess: string;
  history: { moment: number; visits: number; value: number; lower: number; upper: number }[];
  links: Link[];
  first: { classes: number; won: number; singles: number } | null;
}

type Link = { row: string; belief: number; moment: number };
type Look = { belief: number; place: number; first: boolean; below: { row: string; belief: number }[] };
type Moment = { looks: Look[]; lower: number; upper: number };

// What is entered to be judged: rows, or a grid; and what is shown of it.
type Entered = { history: Row[]; hidden: string; hard: boolean; grid: string[] };

interface YourGameState extends Entered {
  words: string;
  compiled?: Compiled;
  known: KnownGames;
  accepted?: KnownAccepted;
  games: ({ name: string } & Entered)[];
  judgement: Judgement | Grid;
}

// What a text says of a game: rows, guesses or a grid, and what its heading does.
interface ReadGame {
  rows: Row[] | null;
  guesses: string[] | null;
  grid: string[] | null;
  title: string;
  score: string;
  hard: boolean;
}

interface EntryOptions {
  act: {
    choose(chosen: string): void;
    read(): void;
    stop(): void;
    forget(): void;
    lists(own: string[][] | null): void;
    fail(fault: unknown): void;
  };
}

interface GameEntry {
  box: HTMLElement;
  more: HTMLElement;
  text: HTMLTextAreaElement;
  forgetLists(): void;
  put(board: Board): void;
  choose(names: string[], chosen: number): void;
  showGrid(grid: string[], first: number): void;
  found(text: string): void;
  problem(fault: string): void;
  tell(now: string, work?: { done: number; of: number }): void;
}

interface GameVerdict {
  box: HTMLElement;
  more: HTMLElement;
  clear(): void;
  drawGame(history: Row[], rows: JudgedRow[], judged: Judgement | null): void;
  drawGrid(grid: Grid, today: boolean): void;
}

type CourseStep = Record<"from" | "best" | "made" | "to", number>;
