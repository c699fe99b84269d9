"""Trains the speech recognizer of the tests: real words for the real engine, in a model of a few hundred kilobytes.

Test data only: it recognizes the words of sentences.txt as spoken by espeak-ng, and nothing else.
A small convolutional network with CTC, one token per word, in the form that sherpa-onnx reads as NeMo CTC.
The features match kaldi-native-fbank as sherpa-onnx sets it up for NeMo (librosa's mel filters, per-feature normalisation).

Needs Debian's python3-torch, python3-onnx, python3-numpy and espeak-ng, and about 40 minutes of one core:
    /usr/bin/python3 train.py OUTPUT_FOLDER
"""

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

HERE = Path(__file__).parent
RATE = 16_000
WINDOW = 400
SHIFT = 160
FFT = 512
MELS = 80
UTTERANCES = 5_000
EPOCHS = 30
BATCH = 16
VOICES = {
    "en": ["en-us", "en-us", "en-us", "en-gb"],
    "de": ["de"],
    "ja": ["ja"],
}
VARIANTS = ["", "", "", "+m1", "+m2", "+m3", "+m4", "+f1", "+f2", "+f3", "+f4"]


def read_sentences():
    sentences = []
    for line in (HERE / "sentences.txt").read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            language, *words = line.split(" ")
            sentences.append((language, words))
    return sentences


def token_of(language, word):
    return word if language == "ja" else "\u2581" + word


# --- Features: kaldi-native-fbank with is_librosa, a periodic Hann window, no dither, no removal of the offset ---


def hz_to_mel(hz):
    hz = np.asarray(hz, dtype=np.float64)
    return np.where(hz < 1000, hz * 3 / 200, 15 + 27 * np.log(np.maximum(hz, 1e-9) / 1000) / np.log(6.4))


def mel_to_hz(mel):
    mel = np.asarray(mel, dtype=np.float64)
    return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))


def mel_filters():
    edges = mel_to_hz(np.linspace(hz_to_mel(0), hz_to_mel(RATE / 2), MELS + 2))
    bins = np.arange(FFT // 2 + 1) * RATE / FFT
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising = (bins - left) / (centre - left)
    falling = (right - bins) / (right - centre)
    weights = np.maximum(0, np.minimum(rising, falling)) * 2 / (right - left)
    return weights.astype(np.float32)


FILTERS = mel_filters()
HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)).astype(np.float32)


def features(wave):
    """Log mel energies of float samples in -1..1, [frames, 80], normalised per feature."""
    frames = (len(wave) + SHIFT // 2) // SHIFT
    index = np.arange(frames)[:, None] * SHIFT + SHIFT // 2 - WINDOW // 2 + np.arange(WINDOW)[None, :]
    index = np.where(index < 0, -index - 1, index)
    index = np.where(index >= len(wave), 2 * len(wave) - 1 - index, index)
    windows = wave[index]
    emphasised = windows.copy()
    emphasised[:, 1:] -= 0.97 * windows[:, :-1]
    emphasised[:, 0] -= 0.97 * windows[:, 0]
    power = np.abs(np.fft.rfft(emphasised * HANN, FFT)) ** 2
    mel = np.log(np.maximum(power.astype(np.float32) @ FILTERS.T, np.finfo(np.float32).eps))
    return ((mel - mel.mean(0)) / (mel.std(0) + 1e-5)).astype(np.float32)


# --- Utterances by espeak-ng ---


def say(seed, language, words):
    """One utterance as float samples at 16 kHz."""
    rng = random.Random(seed)
    voice = rng.choice(VOICES[language]) + rng.choice(VARIANTS)
    text = " ".join(words) if language != "ja" else "".join(words)
    raw = subprocess.run(
        ["espeak-ng", "-v", voice, "-s", str(rng.randint(125, 185)), "-p", str(rng.randint(30, 70)), "--stdout", text],
        check=True,
        capture_output=True,
    ).stdout
    data = np.frombuffer(raw[44 : len(raw) - len(raw) % 2], dtype="<i2").astype(np.float32) / 32768
    position = np.arange(int(len(data) * RATE / 22_050)) * 22_050 / RATE
    data = np.interp(position, np.arange(len(data)), lowpass(data)).astype(np.float32)
    loud = np.flatnonzero(np.abs(data) > 0.01)
    return data[loud[0] : loud[-1] + 1] if len(loud) else data


def lowpass(data):
    """Removes frequencies above 7.6 kHz, like the resamplers of sox and of the app."""
    taps = np.arange(-32, 33)
    kernel = np.sinc(2 * 7_600 / 22_050 * taps) * np.hamming(65)
    return np.convolve(data, kernel / kernel.sum(), mode="same")


def make_plan(sentences, count, seed):
    rng = random.Random(seed)
    by_language = {}
    for language, words in sentences:
        by_language.setdefault(language, set()).update(words)
    by_language = {language: sorted(words) for language, words in by_language.items()}
    plan = []
    for number in range(count):
        language, words = sentences[number % len(sentences)]
        if number % 2:
            words = [rng.choice(by_language[language]) for _ in range(rng.randint(1, 6))]
        plan.append((seed * 1_000_003 + number, language, words))
    return plan


def augmented(wave, rng):
    """Adds silence, another volume and some noise, like a microphone."""
    before, after = rng.integers(800, 16_000, size=2)
    gain = 10 ** (rng.uniform(-18, 0) / 20) / (np.abs(wave).max() + 1e-6)
    sound = np.concatenate([np.zeros(before, np.float32), wave * gain, np.zeros(after, np.float32)])
    if rng.random() < 0.6:
        sound = sound + rng.normal(0, 10 ** (rng.uniform(-75, -35) / 20), len(sound))
    return sound.astype(np.float32)


# --- The network ---


class Block(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv1d(width, width, 7, padding=3 * dilation, dilation=dilation, groups=width),
            nn.Conv1d(width, width, 1),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            nn.Dropout(0.1),
        )

    def forward(self, x):
        return x + self.layers(x)


class Recogniser(nn.Module):
    SUBSAMPLING = 4

    def __init__(self, tokens, width=224):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(MELS, width, 5, stride=2, padding=2),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            nn.Conv1d(width, width, 5, stride=2, padding=2),
            nn.BatchNorm1d(width),
            nn.ReLU(),
            *[Block(width, dilation) for dilation in (1, 1, 2, 2, 3, 3, 1, 1)],
        )
        self.head = nn.Conv1d(width, tokens, 1)

    def forward(self, audio_signal, length):
        # sherpa-onnx passes the length: it must be used, although a single utterance needs no mask.
        x = audio_signal + 0 * length.to(torch.float32).reshape(-1, 1, 1)
        return self.head(self.body(x)).transpose(1, 2).log_softmax(2)


def train(model, waves, targets):
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    steps = EPOCHS * (len(waves) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    loss_of = nn.CTCLoss(blank=len_tokens(model) - 1, zero_infinity=True)
    rng = np.random.default_rng(7)
    start = time.time()
    for epoch in range(EPOCHS):
        model.train()
        order = rng.permutation(len(waves))
        total = 0.0
        for first in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[first : first + BATCH]
            inputs = [features(augmented(waves[i], rng)) for i in chosen]
            longest = max(map(len, inputs))
            batch = np.zeros((BATCH, MELS, longest), np.float32)
            for row, item in enumerate(inputs):
                batch[row, :, : len(item)] = item.T
                mask_start = rng.integers(0, MELS - 8)
                batch[row, mask_start : mask_start + rng.integers(0, 8)] = 0
            lengths = torch.tensor([len(item) for item in inputs])
            output = model(torch.from_numpy(batch), lengths)
            loss = loss_of(
                output.transpose(0, 1),
                torch.tensor([t for i in chosen for t in targets[i]]),
                (lengths + 3) // Recogniser.SUBSAMPLING,
                torch.tensor([len(targets[i]) for i in chosen]),
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5)
            optimiser.step()
            schedule.step()
            total += float(loss)
        print(f"epoch {epoch} loss {total / (len(order) // BATCH):.3f} {time.time() - start:.0f} s", flush=True)


def len_tokens(model):
    return model.head.out_channels


def heard(model, wave):
    model.eval()
    with torch.no_grad():
        item = torch.from_numpy(features(wave).T[None])
        best = model(item, torch.tensor([item.shape[2]]))[0].argmax(1).tolist()
    blank = len_tokens(model) - 1
    return [t for t, before in zip(best, [blank] + best) if t != before and t != blank]


def export(model, tokens, folder):
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    path = folder / "model.onnx"
    torch.onnx.export(
        model,
        (torch.zeros(1, MELS, 200), torch.tensor([200])),
        str(path),
        opset_version=13,
        input_names=["audio_signal", "length"],
        output_names=["logprobs"],
        dynamic_axes={"audio_signal": {0: "B", 2: "T"}, "length": {0: "B"}, "logprobs": {0: "B", 1: "T"}},
    )
    exported = onnx.load(str(path))
    for key, value in {
        "vocab_size": len(tokens) - 1,
        "normalize_type": "per_feature",
        "subsampling_factor": Recogniser.SUBSAMPLING,
        "model_type": "EncDecCTCModelBPE",
        "comment": "Test data of Vee: a few words as espeak-ng says them",
    }.items():
        entry = exported.metadata_props.add()
        entry.key, entry.value = key, str(value)
    onnx.save(exported, str(path))
    (folder / "tokens.txt").write_text("".join(f"{t} {i}\n" for i, t in enumerate(tokens)), encoding="utf8")


def main():
    torch.set_num_threads(1)
    torch.manual_seed(7)
    folder = Path(sys.argv[1])
    sentences = read_sentences()
    tokens = sorted({token_of(language, word) for language, words in sentences for word in words}) + ["<blk>"]
    numbers = {token: number for number, token in enumerate(tokens)}
    plan = make_plan(sentences, UTTERANCES, 1)
    with ThreadPoolExecutor(2) as pool:
        waves = list(pool.map(lambda item: say(*item), plan))
    targets = [[numbers[token_of(language, word)] for word in words] for _, language, words in plan]
    print(f"{len(tokens)} tokens, {sum(map(len, waves)) / RATE / 60:.0f} minutes", flush=True)
    model = Recogniser(len(tokens))
    print(f"{sum(p.numel() for p in model.parameters())} weights", flush=True)
    train(model, waves, targets)
    unseen = make_plan(sentences, 300, 2)
    right = sum(
        heard(model, augmented(say(*item), np.random.default_rng(item[0])))
        == [numbers[token_of(item[1], word)] for word in item[2]]
        for item in unseen
    )
    print(f"{right} of {len(unseen)} unseen utterances without a mistake", flush=True)
    export(model, tokens, folder)


if __name__ == "__main__":
    main()
