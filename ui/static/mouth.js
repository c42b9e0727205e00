// The spoken reply: sentence after sentence from one audio element; can be repeated, slowed and stopped.
const SLOW = 0.75;

export class Mouth {
  // on: { saying(turn, sentence), done(turn), blocked(turn) }
  constructor(audio, on) {
    this.audio = audio;
    this.on = on;
    this.pieces = [];
    this.at = -1;
    this.slow = false;
    audio.preservesPitch = true;
    audio.onended = () => this.next();
    audio.onerror = () => { if (this.at >= 0) this.next(); };
  }

  get speaking() {
    return this.at >= 0;
  }

  // A reply begins; `whole` says later that no more sentences come.
  begin(turn, pieces = [], whole = false) {
    this.stop();
    this.turn = turn;
    this.pieces = [...pieces];
    this.whole = whole;
    this.waiting = true;
    if (this.pieces.length) this.next();
  }

  add(turn, piece) {
    if (turn !== this.turn) return;
    this.pieces.push(piece);
    if (this.waiting) this.next();
  }

  finish(turn) {
    if (turn !== this.turn) return;
    this.whole = true;
    if (this.waiting) this.end();
  }

  next() {
    const at = this.at + 1;
    if (at >= this.pieces.length) {
      this.waiting = true;
      if (this.whole) this.end();
      return;
    }
    this.waiting = false;
    this.at = at;
    const { sound, sentence } = this.pieces[at];
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(sound);
    this.audio.src = this.address;
    this.pace();
    this.on.saying(this.turn, sentence);
    this.audio.play().catch((error) => {
      if (error.name !== "NotAllowedError") return; // AbortError: a newer sound took its place
      const turn = this.turn;
      this.stop();
      this.on.blocked(turn);
    });
  }

  end() {
    const turn = this.turn;
    this.reset();
    this.on.done(turn);
  }

  stop() {
    this.reset();
    this.audio.pause();
  }

  reset() {
    this.turn = undefined;
    this.at = -1;
    this.pieces = [];
    this.waiting = false;
    this.whole = false;
  }

  setSlow(slow) {
    this.slow = slow;
    this.pace();
  }

  pace() {
    this.audio.defaultPlaybackRate = this.audio.playbackRate = this.slow ? SLOW : 1;
  }
}
