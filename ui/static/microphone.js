// The microphone: opened for one question, closed after it. The browser's own processing is off; it costs the recogniser words.
export class Microphone {
  // hears(pcm: ArrayBuffer of s16 at 16 kHz, level: 0..1)
  constructor(hears) {
    this.hears = hears;
  }

  // Throws a DOMException of the browser: NotAllowedError, NotFoundError, …
  async open() {
    if (!navigator.mediaDevices || !window.AudioWorkletNode) throw new DOMException("no capture", "NotSupportedError");
    this.stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    try {
      this.context = new AudioContext({ sampleRate: 16000 });
      await this.context.audioWorklet.addModule("/page/capture.js");
      this.node = new AudioWorkletNode(this.context, "auricle-capture", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
      this.node.port.onmessage = ({ data }) => {
        if (data === "flushed") this.flushed?.();
        else this.hears(data, level(data));
      };
      this.context.createMediaStreamSource(this.stream).connect(this.node);
      await this.context.resume();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  // Hands over the last samples, then lets the device go.
  async close() {
    if (this.node && this.context.state === "running") {
      const flushed = new Promise((done) => { this.flushed = done; });
      this.node.port.postMessage("flush");
      await Promise.race([flushed, new Promise((done) => setTimeout(done, 500))]);
    }
    this.release();
  }

  release() {
    this.stream?.getTracks().forEach((track) => track.stop());
    if (this.context && this.context.state !== "closed") this.context.close();
    this.stream = this.context = this.node = undefined;
  }
}

function level(pcm) {
  const samples = new Int16Array(pcm);
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) / 4000);
}
