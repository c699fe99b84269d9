import { normalizeCommand } from './normalize-command.ts'

/** Requests for a reply in the background, in one language. */
interface BackgroundPhrases {
  /** whole utterances, separated by `|` */
  readonly whole: string
  /** the end of an utterance that says before what to look into; matched after `normalizeCommand` */
  readonly end: RegExp
}

const PHRASES: Readonly<Record<string, BackgroundPhrases>> = {
  en: {
    whole:
      'look into it and tell me later|look into that and tell me later|look into this and tell me later|look into it later|look into it in the background|do it in the background|do that in the background|answer in the background|answer that later|tell me later|check it and tell me later|find out and tell me later',
    end: /.{8,} and (?:then )?(?:tell me|let me know|get back to me|report back|report) later$/u,
  },
  es: {
    whole:
      'investígalo y dímelo después|investígalo y dímelo luego|investígalo y dime más tarde|míralo y dímelo después|míralo y dímelo luego|averígualo y dímelo después|hazlo en segundo plano|responde en segundo plano|dímelo después|dímelo más tarde',
    end: /.{8,} y (?:dímelo|dime|avísame|cuéntame|me lo dices|me lo cuentas) (?:después|luego|más tarde)$/u,
  },
  fr: {
    whole:
      'renseigne toi et dis le moi plus tard|renseignez vous et dites le moi plus tard|regarde ça et dis moi plus tard|regardez ça et dites moi plus tard|cherche et dis moi plus tard|cherchez et dites moi plus tard|fais le en arrière plan|faites le en arrière plan|réponds en arrière plan|répondez en arrière plan|dis le moi plus tard|dites le moi plus tard',
    end: /.{8,} et (?:dis(?: le)? moi|dites(?: le)? moi|préviens moi|prévenez moi|tu me dis|vous me dites) plus tard$/u,
  },
  de: {
    whole:
      'schau nach und sag es mir später|schau nach und sag mir später bescheid|sieh nach und sag es mir später|kümmer dich darum und sag mir später bescheid|kümmere dich darum und sag mir später bescheid|finde es heraus und sag es mir später|mach das im hintergrund|mach es im hintergrund|antworte im hintergrund|sag es mir später|sag mir später bescheid',
    end: /.{8,} und (?:sag|sage|erzähl|erzähle|gib|melde|meld) (?:es mir|mir das|mir|dich) später(?: bescheid)?$/u,
  },
  it: {
    whole:
      'informati e dimmelo dopo|informati e dimmelo più tardi|guardaci e dimmelo dopo|controlla e dimmelo dopo|controlla e dimmelo più tardi|scoprilo e dimmelo dopo|fallo in background|fallo in sottofondo|rispondi in background|dimmelo dopo|dimmelo più tardi',
    end: /.{8,} e (?:dimmelo|dimmi|fammelo sapere|fammi sapere|avvisami) (?:dopo|più tardi)$/u,
  },
  pt: {
    whole:
      'pesquise e me diga depois|pesquisa e me diz depois|veja isso e me diga depois|vê isso e me diz depois|verifique e me diga mais tarde|descubra e me diga depois|faça isso em segundo plano|faz isso em segundo plano|responda em segundo plano|me diga depois|me diga mais tarde|me fala depois',
    end: /.{8,} e (?:me diga|me diz|me fale|me fala|me conte|me conta|me avise|me avisa) (?:depois|mais tarde)$/u,
  },
  ja: {
    whole:
      '調べて後で教えて|調べてあとで教えて|調べておいて後で教えて|調べておいてあとで教えて|確認して後で教えて|確認してあとで教えて|バックグラウンドでやって|バックグラウンドで調べて|バックグラウンドで答えて|後で教えて|あとで教えて',
    end: /.{4,}(?:て|で)(?:後で|あとで)(?:教えて|報告して|知らせて)$/u,
  },
  ko: {
    whole:
      '알아보고나중에알려|알아보고나중에말해|찾아보고나중에알려|찾아보고나중에말해|확인하고나중에알려|백그라운드에서해|백그라운드에서찾아봐|백그라운드에서답해|나중에알려|나중에말해',
    end: /.{4,}고나중에(?:알려|말해|보고해)$/u,
  },
  zh: {
    whole:
      '查一下稍后告诉我|查一下晚点告诉我|查一下待会儿告诉我|去查一下稍后告诉我|了解一下稍后告诉我|在后台处理|在后台查一下|在后台回答|稍后告诉我|晚点告诉我|待会儿告诉我',
    end: /.{4,}(?:稍后|晚点|待会儿|回头|之后)(?:再)?(?:告诉我|跟我说|通知我)$/u,
  },
}

const cachedPhrases = new Map<string, ReadonlySet<string>>()

function wholePhrases(base: string): ReadonlySet<string> {
  const cached = cachedPhrases.get(base)
  if (cached) return cached
  const phrases = new Set(
    (PHRASES[base]?.whole ?? '').split('|').map((phrase) => normalizeCommand(phrase, base)),
  )
  cachedPhrases.set(base, phrases)
  return phrases
}

/**
 * Returns whether an utterance asks for a reply in the background: "Look into it and tell me later", or "Compare the two
 * trains and let me know later". The whole utterance is the question.
 */
export function isForLater(base: string, spoken: string): boolean {
  const bare = normalizeCommand(spoken, base)
  return wholePhrases(base).has(bare) || PHRASES[base]?.end.test(bare) === true
}
