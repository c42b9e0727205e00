// Audio worklet: float samples in, 16-bit PCM out, 80 ms at a time; "flush" sends the rest and says so.
const BLOCK = 1280;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Int16Array(BLOCK);
    this.filled = 0;
    this.port.onmessage = () => {
      this.send();
      this.port.postMessage("flushed");
    };
  }

  send() {
    if (!this.filled) return;
    const pcm = this.block.slice(0, this.filled).buffer;
    this.filled = 0;
    this.port.postMessage(pcm, [pcm]);
  }

  process([input]) {
    for (const sample of input[0] || []) {
      const held = Math.max(-1, Math.min(1, sample));
      this.block[this.filled++] = Math.round(held * 32767);
      if (this.filled === BLOCK) this.send();
    }
    return true;
  }
}

registerProcessor("auricle-capture", Capture);
