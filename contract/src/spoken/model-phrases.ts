/** How a model is chosen in one language. Sources of regular expressions over text that `normalizeCommand` returned. */
interface ModelPhrases {
  /** whole utterances around the model, which is the group `rest` */
  readonly requests: readonly string[]
  /** an article before the model */
  readonly article?: string
  /** the larger model, without its article */
  readonly strong: string
  readonly fast: string
  /** the model that the server chooses */
  readonly automatic: string
  /** whole utterances that ask for the automatic model */
  readonly automaticAlone: string
  /** the word for a model before its name: the name is one of a model then, even if it is unknown */
  readonly before: string
  /** the same after the name, where other things may be meant: "the linear model" */
  readonly after: string
}

export const MODEL_PHRASES: Readonly<Record<string, ModelPhrases>> = {
  en: {
    requests: [
      "(?:use|try|switch(?: over)? to|change to|go(?: back)? to|answer(?: me)? with|answer using|reply with|respond with|let's use|i want to use) (?<rest>.+)",
    ],
    article: '(?:the|your) ',
    strong:
      '(?:big(?:ger|gest)?|large(?:r|st)?|strong(?:er|est)?|smart(?:er|est)?|clever(?:er|est)?|best|better|(?:more |most )?powerful) (?:one|model)',
    fast: '(?:fast(?:er|est)?|quick(?:er|est)?|small(?:er|est)?|light(?:er|est)?) (?:one|model)',
    automatic: '(?:automatic|default|standard|usual|normal) (?:model|one)',
    automaticAlone:
      'automatic model|(?:choose|pick|select) the model (?:automatically|yourself)|let (?:vee|v|the server) choose the model',
    before: 'model ',
    after: ' model',
  },
  es: {
    requests: [
      '(?:usa|utiliza|use|utilice|usar|utilizar|cambia a|cambiar a|cambia|cambiar|pasa a|pasar a|responde con|responda con|responder con|contesta con|contestar con|prueba) (?<rest>.+)',
      '(?:cambia|cambiar|pasa|pasar) al (?<rest>.+)',
    ],
    article: '(?:el|la|un|al) ',
    strong:
      '(?:modelo )?(?:más )?(?:grande|potente|fuerte|inteligente)|(?:mejor|gran) modelo|modelo mejor|(?:más )?(?:grande|potente) modelo',
    fast: '(?:modelo )?(?:más )?(?:rápido|pequeño|ligero)|(?:más )?rápido modelo',
    automatic: 'modelo (?:automático|predeterminado|por defecto|habitual|normal)',
    automaticAlone: 'modelo automático|(?:elige|elija|elegir) el modelo automáticamente|elige tú el modelo',
    before: 'modelo ',
    after: ' modelo',
  },
  fr: {
    requests: [
      '(?:utilise|utilisez|utiliser|passe à|passez à|passer à|passe sur|change pour|changez pour|réponds avec|réponds moi avec|répondez avec|répondre avec|essaie) (?<rest>.+)',
      '(?:passe|passez|passer) au (?<rest>.+)',
    ],
    article: "(?:le |la |l'|un |votre |ton )",
    strong:
      '(?:plus )?(?:gros|grand|puissant|fort|intelligent)(?: modèle)?|modèle (?:le )?(?:plus )?(?:gros|grand|puissant|fort|intelligent)|meilleur modèle',
    fast: '(?:plus )?(?:rapide|petit|léger)(?: modèle)?|modèle (?:le )?(?:plus )?(?:rapide|petit|léger)',
    automatic: 'modèle (?:automatique|par défaut|habituel|normal)',
    automaticAlone:
      'modèle automatique|(?:choisis|choisissez|choisir) le modèle automatiquement|choisis (?:toi même )?le modèle(?: toi même)?',
    before: 'modèle ',
    after: ' modèle',
  },
  de: {
    requests: [
      '(?:nimm|benutze?|verwende?|nutze?|wechsle? (?:zu|auf)|wechsel (?:zu|auf)|antworte?(?: mir)? mit|frage?|versuch(?:e? es mit)?) (?<rest>.+)',
      '(?:wechsle?|wechsel|geh|gehe|schalte?) zum (?<rest>.+)',
      '(?<rest>.+) (?:nehmen|benutzen|verwenden|nutzen)',
      'mit (?<rest>.+) antworten',
    ],
    article: '(?:das|dem|den|ein|einem|dein) ',
    strong:
      '(?:gro(?:ß|ss)|größer|größt|stark|stärker|stärkst|best|besser|klug|klüger|klügst|schlau|schlauer|mächtig)e[nrms]?(?: modell)?',
    fast: '(?:schnell|schneller|schnellst|klein|kleiner|kleinst)e[nrms]?(?: modell)?',
    automatic: '(?:automatische|voreingestellte|übliche|normale)[nrms]? modell',
    automaticAlone: 'automatisches modell|(?:wähle?|such) das modell (?:automatisch|selbst)(?: aus)?',
    before: 'modell ',
    after: '(?: |)modell',
  },
  it: {
    requests: [
      '(?:usa|usi|utilizza|usare|utilizzare|passa a|passare a|rispondi con|rispondimi con|risponda con|rispondere con|prova) (?<rest>.+)',
      '(?:passa|passare) al (?<rest>.+)',
      'rispondi col (?<rest>.+)',
    ],
    article: "(?:il |lo |la |l'|un |quello |quella )",
    strong:
      '(?:modello )?(?:più )?(?:grande|potente|forte|intelligente)|miglior(?:e)? modello|modello migliore|più (?:grande|potente) modello',
    fast: '(?:modello )?(?:più )?(?:veloce|rapido|piccolo|leggero)',
    automatic: 'modello (?:automatico|predefinito|abituale|normale)',
    automaticAlone: 'modello automatico|(?:scegli|scegliere) il modello automaticamente|scegli tu il modello',
    before: 'modello ',
    after: ' modello',
  },
  pt: {
    requests: [
      '(?:use|usa|usar|utilize|utiliza|utilizar|(?:mude|muda|mudar|troque|troca|trocar|passe|passa|passar) (?:para|pra)|responda com|responde com|responder com|experimente) (?<rest>.+)',
      '(?:mude|muda|mudar|troque|troca|trocar|passe|passa|passar) pro (?<rest>.+)',
    ],
    article: '(?:o|a|um) ',
    strong:
      '(?:modelo )?(?:mais )?(?:grande|potente|forte|poderoso|inteligente)|(?:maior|melhor) modelo|modelo (?:maior|melhor)|maior',
    fast: '(?:modelo )?(?:mais )?(?:rápido|pequeno|leve)|menor modelo|modelo menor',
    automatic: 'modelo (?:automático|padrão|habitual|normal)',
    automaticAlone:
      'modelo automático|(?:escolha|escolhe|escolher) o modelo automaticamente|escolha você (?:mesmo )?o modelo',
    before: 'modelo ',
    after: ' modelo',
  },
  ja: {
    requests: [
      'モデルを(?<model>.+?)に(?:して|変えて|替えて|切り替えて|変更して)',
      '(?<rest>.+?)(?:を(?:使って|使用して|使う)|使って|(?:に|へ)(?:切り替えて|切り替え|切りかえて|変えて|替えて|変更して|して)|で(?:答えて|回答して|返事して))',
    ],
    strong:
      '(?:一番|もっと)?(?:大きい|大きな|強い|強力な|賢い|高性能な|高性能の|最強の|性能のいい|性能の良い)(?:方|ほう|モデル|やつ|の)',
    fast: '(?:一番|もっと)?(?:速い|早い|高速な|高速|軽い|小さい|小さな)(?:方|ほう|モデル|やつ|の)',
    automatic: '(?:自動|おまかせ|お任せ|標準|デフォルト|いつも)の?モデル',
    automaticAlone:
      'モデル(?:を|は)(?:自動(?:で(?:選んで|選択して)?|にして)|おまかせ(?:で|にして)?|お任せ(?:で|にして)?)',
    before: 'モデルの?',
    after: 'の?モデル',
  },
  ko: {
    requests: [
      '모델을?(?<model>.+?)(?:으로|로)(?:바꿔|변경해|전환해|해)',
      '(?<rest>.+?)(?:을|를)?(?:사용해|사용|이용해|써)',
      '(?<rest>.+?)(?:으로|로)(?:대답해|답해|답변해|바꿔|바꾸어|전환|전환해|변경|변경해|해)',
    ],
    strong: '(?:더|가장|제일)?(?:큰|강한|강력한|똑똑한|좋은|성능좋은)(?:것|거|걸|모델)',
    fast: '(?:더|가장|제일)?(?:빠른|작은|가벼운)(?:것|거|걸|모델)',
    automatic: '(?:자동|기본|평소)모델',
    automaticAlone: '모델(?:을|은)?자동(?:으로)?(?:선택|선택해|골라|해)?|자동모델',
    before: '모델',
    after: '모델',
  },
  zh: {
    requests: [
      '把?模型(?:换成|改成|切换到|切换为|设为)(?<model>.+)',
      '(?:用|使用|改用|换用|换成|换到|切换到|切换成|切换为|改成)(?<rest>.+?)(?:来?(?:回答|回复|答)(?:我|问题)?)?',
    ],
    strong: '(?:那个)?(?:最|更)?(?:大|强|强大|聪明|厉害)(?:的(?:那个)?(?:模型)?|模型)',
    fast: '(?:那个)?(?:最|更)?(?:快|快速|小|轻量)(?:的(?:那个)?(?:模型)?|模型)',
    automatic: '(?:自动|默认|平时)(?:选择)?的?模型',
    automaticAlone: '自动(?:选择|选)模型|模型自动(?:选择|选)|自动模型|让系统(?:选择|选)模型',
    before: '模型',
    after: '的?模型',
  },
}
