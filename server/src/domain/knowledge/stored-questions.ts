import { foldForSearch } from '@vee/contract/text/search-fold'

/** Longer texts are to be worked on, not questions; in UTF-16 code units. */
const QUESTION_LENGTH = 500

/**
 * Questions about what the person has said, decided, met or written, by language, in folded text (`foldForSearch`): what "I" or
 * "we" did in the past after a word that asks, "my" meetings and files as a place to look, and what was told earlier. They are
 * narrow: a question that is missed is still answered by a model with tools, and one too many costs a search.
 */
const QUESTIONS: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /\b(?:did|have|had) (?:we|i|you and i) (?:ever |already |actually |all |not |once )?(?:decid|agree|say|said|discuss|talk|sp[eo]k|mention|writ|wrote|not[ei]|tell|told|promis|arrang|settl|sav|stor|record|conclu|plan|propos|budget|call)/,
    /\b(?:what|when|where|why|who|which|how|remember|remind me|find|show|look up|tell me|summari[sz]e)\b.{0,60}\b(?:we|i)(?:'ve|'d| have| had)? (?:decided|agreed|said|discussed|talked|spoke|mentioned|wrote|written|noted|told|promised|arranged|settled|saved|recorded|concluded|planned)\b/,
    /\b(?:in|from|through|what do|what does|what did|find|search|check|according to)\b.{0,40}\b(?:my|our) (?:\w+ ){0,2}(?:meetings?|notes?|files?|documents?|conversations?|chats?|minutes|recordings?|transcripts?|uploads|protocols?)\b/,
    /\b(?:said|decided|agreed|discussed|mentioned|promised|say|decide|agree|promise|mention|discuss)\b.{0,60}\b(?:in|at|during) (?:the|that|yesterday's|today's|monday's|last \w+) (?:\w+ ){0,2}(?:meeting|call|standup|session|workshop)\b/,
    /\b(?:i|we) (?:told|asked|promised) you\b.{0,60}\b(?:about|in|last|earlier|before|ago|yesterday)\b|\byou (?:told|advised|recommended|suggested)\b.{0,80}\b(?:last|yesterday|ago|earlier|before|january|february|march|april|in may|june|july|august|september|october|november|december)\b/,
  ],
  de: [
    /\b(?:was|wann|wo|warum|wieso|wer|wen|wem|wie|welche\w*|worauf|woruber|wofur|wozu)\b.{0,50}\b(?:haben wir|hatten wir|habe ich|hab ich|hatte ich|wir|ich)\b.{0,80}\b(?:beschlossen|entschieden|gesagt|besprochen|vereinbart|abgemacht|ausgemacht|geredet|gesprochen|erwahnt|geschrieben|notiert|aufgeschrieben|erzahlt|versprochen|geplant|festgelegt|gespeichert|aufgenommen|verabredet|geeinigt|festgehalten)\b/,
    /\b(?:haben wir|hatten wir|habe ich|hab ich|hatte ich)\b.{0,80}\b(?:beschlossen|entschieden|gesagt|besprochen|vereinbart|abgemacht|ausgemacht|geredet|gesprochen|erwahnt|notiert|aufgeschrieben|erzahlt|versprochen|festgelegt|verabredet|geeinigt)\b.*\?/,
    /\b(?:in|aus|laut|durchsuche?|finde?|suche?|steht|steh)\b.{0,40}\b(?:mein|unser)(?:e|en|em|er|es)? (?:\w+ ){0,2}(?:\w*besprechung(?:en)?|\w*sitzung(?:en)?|\w*meetings?|\w*notiz(?:en)?|dateien|datei|dokument(?:e|en)?|unterlagen|gesprach(?:e|en)?|\w*protokoll(?:e|en)?|aufnahmen?|chats?|mitschriften?)\b/,
    /\b(?:im|in|bei|beim|wahrend) (?:(?:der|dem|unserer|unserem) )?(?:\w+ ){0,2}(?:\w*besprechung|\w*sitzung|\w*meeting|\w*gesprach|\w*runde)\b.{0,80}\b(?:gesagt|beschlossen|besprochen|vereinbart|entschieden|erwahnt|versprochen)\b/,
    /\b(?:hast du mir|du hast mir|hatte ich dir|habe ich dir|hab ich dir|ich hatte dir|ich habe dir)\b.{0,80}\b(?:gesagt|erzahlt|empfohlen|geraten|gegeben|vorgeschlagen|geschrieben)\b/,
  ],
  es: [
    /\b(?:que|cuando|donde|por que|quien|como|cual(?:es)?|cuanto|en que|de que|a que|recuerdas)\b.{0,40}\b(?:decidimos|acordamos|dijimos|dije|hablamos|hable|quedamos|discutimos|comentamos|comente|mencione|mencionamos|escribi|apunte|anote|anotamos|prometi|prometimos|planeamos|grabe|guarde|he dicho|hemos (?:dicho|decidido|acordado|hablado|quedado)|habiamos (?:dicho|decidido|acordado|hablado|quedado)|habia (?:dicho|escrito|apuntado))\b/,
    /\b(?:en|de|busca|encuentra|dicen?|segun|revisa)\b.{0,30}\b(?:mis?|nuestr[ao]s?) (?:\w+ )?(?:reunion(?:es)?|notas?|archivos?|documentos?|conversacion(?:es)?|charlas?|actas?|grabacion(?:es)?|apuntes)\b/,
    /\b(?:dijo|dijeron|decidio|acordo|comento|menciono|se (?:dijo|decidio|acordo))\b.{0,60}\ben (?:la|el|esa|nuestra) (?:\w+ )?(?:reunion|llamada|junta|sesion)\b/,
    /^\W*(?:he|hemos) (?:mencionado|dicho|hablado|acordado|decidido|comentado|discutido)\b/,
    /\b(?:te (?:dije|conte|pedi)|me (?:dijiste|contaste|recomendaste|aconsejaste|sugeriste))\b/,
  ],
  fr: [
    /\b(?:que|qu'est-ce qu[e']|quoi|quand|ou|pourquoi|qui|comment|quel(?:le)?s?|combien|de quoi|sur quoi)\b.{0,50}\b(?:a-t-on|avons-nous|nous avons|on a|on avait|ai-je|j'ai|j'avais|avions-nous|nous avions|on s'est|nous nous sommes)\b.{0,40}\b(?:decide|convenu|dit|discute|parle|mentionne|ecrit|note|promis|prevu|raconte|enregistre|conclu|mis d'accord|evoque|fixe)\w{0,2}\b/,
    /\b(?:a-t-on|avons-nous|ai-je|est-ce qu'on a|est-ce que (?:j'ai|nous avons))\b.{0,30}\b(?:decide|convenu|dit|discute|parle|mentionne|note|promis|raconte)\w{0,2}\b/,
    /\b(?:dans|de|cherche|trouve|disent|dit|selon|d'apres)\b.{0,30}\b(?:mes|mon|ma|nos|notre) (?:\w+ )?(?:reunions?|notes?|fichiers?|documents?|conversations?|comptes? rendus?|comptes?-rendus?|enregistrements?|discussions?)\b/,
    /\b(?:dit|decide|convenu|mentionne|promis)\w{0,2}\b.{0,60}\b(?:pendant|lors de|a|dans|durant) (?:la|cette|notre|l')\s?(?:\w+ )?(?:reunion|appel|seance|session)\b/,
    /\b(?:je t'(?:ai|avais) (?:dit|raconte|demande)|je vous (?:ai|avais) (?:dit|raconte|demande)|(?:tu m'as|tu m'avais|vous m'avez|vous m'aviez) (?:dit|conseille|recommande|suggere|raconte)e?)\b/,
  ],
  it: [
    /\b(?:che|cosa|quando|dove|perche|chi|come|qual[ei]?|quanto|di cosa|su cosa)\b.{0,40}\b(?:abbiamo|avevamo|ho|avevo|ci siamo|ci eravamo)\b.{0,30}\b(?:deciso|detto|discusso|parlato|concordato|accennato|menzionato|scritto|annotato|promesso|stabilito|pianificato|raccontato|registrato|accordat[io]|segnato|messi d'accordo)\b/,
    /\b(?:abbiamo|avevamo)\b.{0,20}\b(?:deciso|discusso|parlato|concordato|stabilito)\b.*\?/,
    /\b(?:nell[aeo]|nei|negli|tra|dai|dalle|dalla|cerca|trova|dicono|secondo|in)\b.{0,20}\b(?:mi[aeo]i?|miei|nostr[aeio]) (?:\w+ )?(?:riunion[ei]|not[ae]|file|document[oi]|conversazion[ei]|verbal[ei]|registrazion[ei]|appunti)\b/,
    /\b(?:detto|deciso|concordato|promesso|menzionato)\b.{0,60}\b(?:nella|alla|durante la|in quella) (?:\w+ )?(?:riunione|chiamata|sessione)\b/,
    /\b(?:ti (?:ho|avevo) (?:detto|raccontato|chiesto)|mi (?:hai|avevi) (?:detto|consigliato|raccomandato|suggerito|raccontato))\b/,
  ],
  pt: [
    /\b(?:que|quando|onde|por que|quem|como|qual|quais|quanto|sobre o que|do que|lembra)\b.{0,40}\b(?:decidimos|combinamos|dissemos|eu disse|falamos|eu falei|que falei|que disse|discutimos|comentamos|mencionei|mencionamos|escrevi|anotei|anotamos|prometi|prometemos|planejamos|gravei|salvei|acertamos|tinhamos (?:dito|decidido|combinado|falado)|eu tinha (?:dito|escrito|anotado)|ficou decidido)\b/,
    /\b(?:nas?|nos?|das?|dos?|procur[ae]|busque|busca|encontre|encontra|dizem|diz|segundo)\b.{0,30}\b(?:minhas?|meus?|nossas?|nossos?) (?:\w+ )?(?:reuniao|reunioes|notas?|arquivos?|documentos?|conversas?|atas?|gravacao|gravacoes|anotacoes|anotacao)\b/,
    /\b(?:disse|disseram|decidiu|foi (?:dito|decidido|combinado)|prometeu|mencionou)\b.{0,60}\b(?:na|nessa|naquela|durante a) (?:\w+ )?(?:reuniao|chamada|ligacao|sessao)\b/,
    /\b(?:eu te (?:disse|contei|pedi)|te contei|(?:voce|tu) me (?:disse|contou|recomendou|aconselhou|sugeriu))\b/,
  ],
  ja: [
    /(?:何|なに|いつ|どこ|誰|だれ|なぜ|どう|どんな|いくら|どの|どれ).{0,25}(?:決め|決まっ|話し|言っ|相談し|約束し|合意し|書い|めもし|記録し|伝え|話し合っ|まとまっ|録音し)(?:た|たっけ|ました|ましたか|ていた|てた|たんだ|たか)/,
    /(?:(?:私|僕|俺|わたし)(?:たち|達)?|我々|われわれ|前回|この前|この間|先日|昨日|先週|先月).{0,30}(?:決め|話し|言っ|相談し|約束し|合意し|書い|めもし|伝え|話し合っ)(?:た|まし).{0,14}(?:か|っけ|の|\?|こと|内容)/,
    /(?:私|僕|自分|うち|わたし|我々|わたしたち)(?:たち|達)?の.{0,10}(?:会議|打ち合わせ|議事録|めも|ふぁいる|文書|書類|会話|録音|資料|みーてぃんぐ|のーと).{0,12}(?:で|に|から|の中|によ|を(?:探|検索|調べ))/,
    /(?:会議|打ち合わせ|みーてぃんぐ|議事録)(?:で|では|に).{0,30}(?:決ま|決め|言っ|話し|約束|合意|出)/,
    /(?:前に|以前|先週|先月|昨日|この前).{0,20}(?:教えてくれ|言ってくれ|勧めてくれ|あなたに(?:言っ|話し|伝え))/,
  ],
  ko: [
    /(?:뭐|무엇|뭘|언제|어디|누가|누구|왜|어떻게|얼마|어떤|무슨|어느).{0,25}(?:결정했|정했|말했|얘기했|이야기했|논의했|약속(?:을 )?했|합의했|적었|썼|메모했|기록했|정하기로|하기로 했|녹음했|언급했)/,
    /(?:우리|내가|제가|저희|지난번|저번|지난주|지난달|어제).{0,30}(?:결정했|정했|말했|얘기했|이야기했|논의했|약속했|합의했|적었|메모했|라고 했|하기로 (?:했|한)|결정한|말한|얘기한|이야기한|논의한|약속한|적은|정한).{0,12}(?:지|나|까|니|어|요|거|것|내용|\?)/,
    /(?:내|제|우리|저희|나의) ?(?:지난 |마지막 )?(?:회의록?|미팅|메모|노트|파일|문서|대화|녹음|자료).{0,6}(?:에서|에|중|안|속|찾|검색|보면|따르면)/,
    /(?:회의|미팅)에서.{0,30}(?:결정|정했|정한|말했|말한|얘기|논의|약속|합의|나온|나왔)/,
    /(?:네가|니가|당신이).{0,25}(?:말해 ?줬|알려 ?줬|추천해 ?줬|추천했|말했)|(?:너한테|너에게|당신에게).{0,15}(?:말했|얘기했|부탁했)/,
  ],
  zh: [
    /(?:我们|咱们|我).{0,20}(?:决定|商定|说过|说了|讨论|谈过|谈了|谈到|约定|答应|提到|提过|写过|记过|记下|同意|定下|安排|聊过|聊了|录)(?:了|过|的)?[^，。,]{0,16}(?:什么|哪|谁|吗|几|怎么|多少|没有|为什么|内容|呢|[?？])/,
    /(?:我们|咱们|我)(?:到底|当时|是)?(?:什么时候|哪天|为什么|在哪|怎么).{0,8}(?:决定|商定|说过|说的|讨论|谈过|谈的|约定|答应|提到|提过|写过|定下|定的|聊过)|(?:我们|咱们)(?:选|定|谈|说)的(?:是|为).{0,4}(?:什么|哪|谁|几|多少)/,
    /(?:什么时候|哪天|为什么|在哪|谁|怎么|什么).{0,12}(?:我们|咱们|我)(?:当时|上次|之前|曾经|已经|是)?.{0,6}(?:决定|商定|说过|讨论过|谈过|约定|答应|提到|写过|记下|定下|聊过)/,
    /(?:我|我们|咱们)的?(?:上次的?|所有)?(?:会议|会议记录|笔记|文件|文档|对话|录音|资料|聊天记录|纪要|备忘录).{0,4}(?:里|中|上|内|有没有|说|提到|显示)|(?:在|从|查|找|搜索)(?:一下)?(?:我|我们)的?.{0,4}(?:会议|笔记|文件|文档|对话|录音|资料|聊天记录|纪要)/,
    /(?:会议上|会上|会议里|会议中|开会时|那次会).{0,20}(?:说|决定|讨论|提到|谈|答应|同意|定)/,
    /(?:上次|之前|以前|昨天|上周|上个月).{0,12}(?:你(?:告诉|跟我说|推荐|建议)|我(?:告诉|跟你说)|(?:我们|咱们)(?:说|聊|谈|讨论|决定))/,
  ],
}

const ALL_QUESTIONS = Object.values(QUESTIONS).flat()

/** Returns whether a question is about what the person has stored, in any of the nine languages. */
export function asksAboutStored(question: string): boolean {
  const text = foldForSearch(question.trim())
  return text.length <= QUESTION_LENGTH && ALL_QUESTIONS.some((pattern) => pattern.test(text))
}
