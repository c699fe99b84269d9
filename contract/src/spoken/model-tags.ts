/** `<|en|>`, `<|Speech|>`, `<|0.00|>`: the tokens of Whisper and SenseVoice. */
const MODEL_TAG = /<\|[^|<>]{0,40}\|>/g

/** Removes the tokens of transcription models that some servers leave in the text. */
export const withoutModelTags = (text: string): string =>
  text.includes('<|') ? text.replace(MODEL_TAG, ' ').replaceAll(/ {2,}/g, ' ').trim() : text
