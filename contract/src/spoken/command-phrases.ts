/** Commands with fixed phrases. */
export type PlainKind =
  | 'repeat'
  | 'slower'
  | 'faster'
  | 'louder'
  | 'softer'
  | 'read-code'
  | 'which-source'
  | 'read-source'
  | 'is-certain'
  | 'open-source'
  | 'play-found'
  | 'about-me'
  | 'forget-that'
  | 'next-agent'
  | 'new-chat'
  | 'take-back'
  | 'ask-again'
  | 'pin'
  | 'what-title'
  | 'mute'
  | 'eyes-off'
  | 'show-text'

/** Whole utterances, normalized by `normalizeCommand` or verbatim, separated by `|`. */
type Phrases = Readonly<Record<PlainKind, string>> & {
  /** the text before and after an agent's name */
  readonly switchTo: RegExp
}

/** Includes the page's own labels ("Neues Gespräch", "Ton aus"), because users speak what they read. */
export const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    repeat:
      'repeat|repeat that|repeat it|say that again|say it again|once more|one more time|again|say again|read that again|read it again|what did you say',
    slower:
      'slower|speak slower|speak more slowly|talk slower|talk more slowly|more slowly|slow down|go slower|not so fast',
    faster:
      'faster|speak faster|talk faster|speed up|go faster|quicker|more quickly|speak more quickly|not so slow',
    louder:
      'louder|speak up|speak louder|talk louder|volume up|turn it up|turn up the volume|turn the volume up|raise the volume',
    softer:
      'softer|quieter|speak softer|speak more softly|speak more quietly|more quietly|volume down|turn it down|turn down the volume|turn the volume down|lower the volume|not so loud',
    'read-code':
      'read the code|read code|read me the code|read out the code|read the code out|read the code aloud|read the code out loud|read the code to me',
    'which-source':
      'which source|which sources|what source|what sources|what is the source|what are the sources|what is your source|what are your sources|which source is that|name the source|name the sources',
    'read-source':
      'read the source|read me the source|read out the source|read the source aloud|read the source to me|read the quote|read me the quote',
    'is-certain':
      'is that certain|is this certain|is it certain|is that sure|is that proven|is that really so|are you sure|are you sure about that|are you certain|how certain is that|does it really say that|is that really there',
    'open-source':
      'open it|open that|open the source|open the sources|open the page|show the source|show me the source|show it to me|show me where',
    'play-found':
      'play it|play that|play the recording|play it to me|let me hear it|play the meeting|play it from there|play that part',
    'about-me':
      'what do you know about me|what do you remember about me|what have you remembered about me|what do you keep about me|read me your notes about me|what are your notes about me|tell me what you know about me',
    'forget-that':
      "that is wrong forget it|that's wrong forget it|that is wrong forget that|that's wrong forget that|that is not true forget it|that's not true forget it|that is not right forget it|wrong forget it|forget that note|delete that note|that is wrong delete it|that's wrong delete it|no longer true forget it",
    'next-agent': 'next agent|next assistant|the next agent|the next assistant|switch agent|change agent',
    'new-chat':
      'new chat|new conversation|start a new chat|start a new conversation|open a new chat|begin a new chat|start over',
    mute: 'mute|mute yourself|go mute|sound off|turn off the sound|turn the sound off|turn off your voice',
    'eyes-off': 'eyes off|go eyes off|eyes off mode|hide the text',
    'show-text': 'show the text|show me the text|show text|back to the text|eyes on',
    'take-back':
      'take that back|take it back|undo that|take back the last question|take the last question back',
    'ask-again':
      'ask that again differently|ask again differently|ask it again differently|ask that differently|answer that differently|answer that again differently|answer again differently|try that again differently|give me a different answer|give me another answer',
    pin: 'pin this|pin it|pin that|pin this conversation|pin the conversation|pin this chat',
    'what-title':
      'what was that called|what is this called|what is that called|what is this conversation called|what is the title|what is the title of this conversation|what is the name of this conversation|read me the title',
    switchTo: /^(?:(?:switch|change|go|move)(?: over)?|let me talk|let me speak|i want to talk) to (.+)$/u,
  },
  es: {
    repeat:
      'repite|repítelo|repítemelo|repite eso|repetir|otra vez|dilo otra vez|dilo de nuevo|de nuevo|una vez más',
    slower:
      'más despacio|más lento|más lentamente|habla más despacio|habla más lento|ve más despacio|no tan rápido',
    faster: 'más rápido|más deprisa|habla más rápido|habla más deprisa|acelera',
    louder: 'más alto|más fuerte|sube el volumen|subir el volumen|habla más alto|habla más fuerte',
    softer: 'más bajo|más bajito|más suave|baja el volumen|bajar el volumen|habla más bajo|habla más bajito',
    'read-code': 'lee el código|léeme el código|leer el código|lee el código en voz alta',
    'which-source':
      'qué fuente|qué fuentes|cuál es la fuente|cuáles son las fuentes|de qué fuente|dime la fuente|dime las fuentes',
    'read-source':
      'lee la fuente|léeme la fuente|leer la fuente|lee la fuente en voz alta|lee la cita|léeme la cita',
    'is-certain':
      'es seguro|eso es seguro|es seguro eso|es cierto|eso es cierto|estás seguro|estás segura|seguro que sí|de verdad|está comprobado|de verdad lo dice|lo dice de verdad',
    'open-source':
      'ábrelo|ábrela|abre eso|abre la fuente|abrir la fuente|abre la página|muestra la fuente|muéstrame la fuente|enséñame la fuente',
    'play-found':
      'reprodúcelo|reproducelo|reproduce eso|pon la grabación|déjame oírlo|déjame escucharlo|reproduce la reunión|ponlo desde ahí|reprodúcelo desde ahí',
    'about-me':
      'qué sabes de mí|qué sabes sobre mí|qué recuerdas de mí|qué recuerdas sobre mí|léeme tus notas sobre mí|qué has guardado sobre mí',
    'forget-that':
      'eso está mal olvídalo|está mal olvídalo|eso no es verdad olvídalo|no es verdad olvídalo|eso es falso olvídalo|eso no es cierto olvídalo|no es cierto olvídalo|olvida esa nota|borra esa nota|eso está mal bórralo',
    'next-agent':
      'siguiente agente|siguiente asistente|el siguiente agente|el siguiente asistente|próximo agente|cambia de agente|cambiar de agente',
    'new-chat':
      'nuevo chat|nueva conversación|conversación nueva|nueva charla|empezar de nuevo|empieza de nuevo|empieza una nueva conversación|inicia una nueva conversación|abre un nuevo chat',
    mute: 'silénciate|silenciar|silencia|modo silencio|quita el sonido|apaga el sonido|sin sonido',
    'eyes-off': 'sin mirar|modo sin mirar|oculta el texto|esconde el texto',
    'show-text': 'mostrar el texto|muestra el texto|muéstrame el texto|vuelve al texto|volver al texto',
    'take-back': 'retira eso|retíralo|deshaz eso|quita eso|anula eso|retira la última pregunta',
    'ask-again':
      'pregunta eso de otra manera|pregúntalo de otra manera|pregúntalo otra vez de otra manera|responde de otra manera|respóndelo de otra manera|dame otra respuesta|otra respuesta',
    pin: 'fija esto|fíjalo|fija esta conversación|fija este chat|fijar esta conversación',
    'what-title':
      'cómo se llamaba esto|cómo se llamaba eso|cómo se llama esto|cómo se llama esta conversación|cuál es el título|cuál es el título de esta conversación|léeme el título',
    switchTo:
      /^(?:cambia|cambiar|cambie|pasa|pasar|ve|quiero hablar|hablar) (?:al|a la|con el|con la|con|a) (.+)$/u,
  },
  fr: {
    repeat:
      'répète|répète ça|répète le|répéter|répétez|répétez ça|encore une fois|redis le|redis ça|redites le',
    slower:
      'plus lentement|moins vite|parle plus lentement|parlez plus lentement|parle moins vite|parlez moins vite|ralentis|ralentissez|ralentir',
    faster:
      'plus vite|plus rapidement|parle plus vite|parlez plus vite|parler plus vite|accélère|accélérez|accélérer',
    louder:
      'plus fort|parle plus fort|parlez plus fort|parler plus fort|monte le son|montez le son|monte le volume|augmente le son|augmente le volume',
    softer:
      'moins fort|plus doucement|plus bas|parle moins fort|parlez moins fort|parler moins fort|baisse le son|baissez le son|baisse le volume|diminue le volume',
    'read-code':
      'lis le code|lis moi le code|lisez le code|lisez moi le code|lire le code|lis le code à voix haute',
    'which-source':
      'quelle source|quelles sources|quelle est la source|quelles sont les sources|quelle est ta source|quelle est votre source|quelles sont tes sources|quelles sont vos sources',
    'read-source':
      'lis la source|lis moi la source|lisez la source|lisez moi la source|lire la source|lis la source à voix haute',
    'is-certain':
      "c'est sûr|c'est certain|est ce sûr|est ce certain|est ce que c'est sûr|est ce que c'est certain|tu es sûr|tu en es sûr|vous êtes sûr|vous en êtes sûr|en es tu sûr|en êtes vous sûr|c'est prouvé|c'est vraiment écrit",
    'open-source':
      'ouvre le|ouvre la|ouvrez le|ouvrez la|ouvre ça|ouvrez ça|ouvre la source|ouvrez la source|ouvrir la source|ouvre la page|ouvrez la page|montre la source|montre moi la source|montrez moi la source',
    'play-found':
      "lis l'enregistrement|joue l'enregistrement|fais moi écouter|faites moi écouter|fais l'écouter|passe l'enregistrement|passez l'enregistrement|fais moi entendre ça|faites moi entendre ça|lance l'enregistrement|lancez l'enregistrement",
    'about-me':
      "qu'est ce que tu sais de moi|qu'est ce que vous savez de moi|que sais tu de moi|que savez vous de moi|qu'est ce que tu sais sur moi|qu'est ce que vous savez sur moi|que sais tu sur moi|que savez vous sur moi|de quoi te souviens tu à mon sujet|de quoi vous souvenez vous à mon sujet",
    'forget-that':
      "c'est faux oublie ça|c'est faux oubliez ça|c'est faux oublie le|c'est faux oubliez le|ce n'est pas vrai oublie ça|ce n'est pas vrai oubliez ça|c'est pas vrai oublie ça|oublie cette note|oubliez cette note|supprime cette note|supprimez cette note",
    'next-agent':
      "agent suivant|l'agent suivant|assistant suivant|l'assistant suivant|prochain agent|change d'agent|changer d'agent",
    'new-chat':
      'nouvelle conversation|nouveau chat|nouvelle discussion|recommencer|commence une nouvelle conversation|ouvre une nouvelle conversation|commence une nouvelle discussion',
    mute: 'coupe le son|coupez le son|couper le son|muet|mode muet|désactive le son|mets toi en sourdine|en sourdine',
    'eyes-off': 'sans regarder|mode sans regarder|cache le texte|masque le texte',
    'show-text':
      'afficher le texte|affiche le texte|affichez le texte|montre le texte|montre moi le texte|retour au texte',
    'take-back':
      'retire ça|retirez ça|annule ça|annulez ça|retire la dernière question|retirez la dernière question|reviens en arrière|revenez en arrière',
    'ask-again':
      'demande le autrement|demandez le autrement|redemande autrement|demande ça autrement|réponds autrement|répondez autrement|donne moi une autre réponse|donnez moi une autre réponse|une autre réponse',
    pin: 'épingle ça|épinglez ça|épingle cette conversation|épinglez cette conversation|épingler cette conversation',
    'what-title':
      "comment ça s'appelait|comment ça s'appelle|comment s'appelle cette conversation|quel est le titre|quel est le titre de cette conversation|quel est son titre|lis-moi le titre",
    switchTo:
      /^(?:passe|passez|passer|change|changez|va|je veux parler|parler) (?:à la|à l'|à|au|pour|sur|avec) ?(.+)$/u,
  },
  de: {
    repeat:
      'wiederholen|wiederhole|wiederhol|wiederhole das|wiederhol das|das wiederholen|noch mal|nochmal|noch einmal|sag das noch mal|sag das nochmal|sag das noch einmal|sag es noch mal|sag es noch einmal',
    slower: 'langsamer|sprich langsamer|rede langsamer|langsamer sprechen|langsamer reden|nicht so schnell',
    faster: 'schneller|sprich schneller|rede schneller|schneller sprechen|schneller reden|nicht so langsam',
    louder: 'lauter|sprich lauter|rede lauter|lauter sprechen|lauter reden|mach lauter|nicht so leise',
    softer: 'leiser|sprich leiser|rede leiser|leiser sprechen|leiser reden|mach leiser|nicht so laut',
    'read-code':
      'lies den code|lies den code vor|lies den code laut vor|lies mir den code vor|den code vorlesen|code vorlesen',
    'which-source':
      'welche quelle|welche quellen|was ist die quelle|was sind die quellen|aus welcher quelle|aus welchen quellen|nenne die quelle|nenne die quellen',
    'read-source':
      'lies die quelle|lies die quelle vor|lies mir die quelle vor|lies die quelle laut vor|quelle vorlesen|die quelle vorlesen',
    'is-certain':
      'ist das sicher|ist das gewiss|ist das belegt|stimmt das|stimmt das wirklich|bist du sicher|bist du dir sicher|wie sicher ist das|steht das wirklich da|steht das da wirklich',
    'open-source':
      'öffne es|öffne sie|öffne das|mach es auf|mach sie auf|öffne die quelle|quelle öffnen|die quelle öffnen|öffne die seite|zeig die quelle|zeig mir die quelle|zeige mir die quelle',
    'play-found':
      'spiel es ab|spiel das ab|spiele es ab|spiele das ab|spiel die aufnahme ab|spiel es vor|spiel das vor|lass mich das hören|lass es mich hören|spiel die besprechung ab|spiel es von dort ab|spiel die stelle ab',
    'about-me':
      'was weißt du über mich|was weißt du von mir|was hast du dir über mich gemerkt|was merkst du dir über mich|lies deine notizen über mich vor|lies mir deine notizen über mich vor|welche notizen hast du über mich',
    'forget-that':
      'das ist falsch vergiss es|das ist falsch vergiss das|das stimmt nicht vergiss es|das stimmt nicht vergiss das|das stimmt nicht mehr vergiss es|das stimmt nicht mehr vergiss das|falsch vergiss es|vergiss diese notiz|lösch diese notiz|lösche diese notiz|das ist falsch lösch das|das ist falsch lösch es',
    'next-agent':
      'nächster agent|nächster assistent|der nächste agent|der nächste assistent|nächsten agenten|nächsten assistenten|zum nächsten agenten|zum nächsten assistenten',
    'new-chat':
      'neuer chat|neues gespräch|neue unterhaltung|ein neues gespräch|starte ein neues gespräch|beginne ein neues gespräch|fang ein neues gespräch an|starte einen neuen chat|neuen chat starten|von vorn|von vorne',
    mute: 'stumm|stummschalten|stumm schalten|schalte dich stumm|schalt dich stumm|ton aus|mach den ton aus|schalte den ton aus|schalt den ton aus',
    'eyes-off': 'ohne hinzusehen|ohne hinsehen|text ausblenden|blende den text aus|blend den text aus',
    'show-text':
      'text anzeigen|zeig den text|zeige den text|zeig mir den text|text einblenden|zurück zum text',
    'take-back':
      'nimm das zurück|das zurücknehmen|mach das rückgängig|das rückgängig machen|nimm die letzte frage zurück|die letzte frage zurücknehmen|letzte frage zurücknehmen',
    'ask-again':
      'frag das noch mal anders|frag das nochmal anders|frag das noch einmal anders|frag das anders|frag es anders|stell die frage anders|antworte anders|antworte noch mal anders|antworte nochmal anders|gib mir eine andere antwort|eine andere antwort',
    pin: 'hefte das an|heft das an|das anheften|anheften|hefte dieses gespräch an|heft dieses gespräch an|dieses gespräch anheften',
    'what-title':
      'wie hieß das|wie hieß das noch|wie hieß das hier|wie heißt das hier|wie heißt dieses gespräch|wie hieß dieses gespräch|was ist der titel|wie ist der titel|wie lautet der titel|lies mir den titel vor',
    switchTo:
      /^(?:wechsle|wechsel|wechseln|geh|gehe|schalte|schalt) (?:zum|zur|zu|auf|ins) (.+?)(?: um)?$|^(?:zum|zur|zu) (.+) wechseln$|^(?:ich (?:will|möchte) )?mit (?:dem |der )?(.+) (?:sprechen|reden)$/u,
  },
  it: {
    repeat:
      "ripeti|ripetilo|ripetere|ripeti ancora|un'altra volta|ancora una volta|di nuovo|dillo ancora|dillo di nuovo",
    slower:
      'più lento|più lentamente|più piano|parla più lento|parla più lentamente|rallenta|non così veloce',
    faster: 'più veloce|più velocemente|più in fretta|parla più veloce|parla più velocemente|accelera',
    louder:
      'più forte|più alto|alza il volume|aumenta il volume|parla più forte|parla a voce più alta|a voce più alta',
    softer: 'abbassa il volume|abbassa la voce|meno forte|più basso|parla più piano|parla a voce più bassa',
    'read-code': 'leggi il codice|leggimi il codice|leggere il codice|leggi il codice ad alta voce',
    'which-source':
      'quale fonte|quali fonti|qual è la fonte|quali sono le fonti|da quale fonte|dimmi la fonte|dimmi le fonti',
    'read-source': 'leggi la fonte|leggimi la fonte|leggere la fonte|leggi la fonte ad alta voce',
    'is-certain':
      'è sicuro|è certo|è vero|sei sicuro|sei sicura|ne sei sicuro|ne sei sicura|è proprio così|è provato|lo dice davvero|quanto è sicuro',
    'open-source':
      'aprila|aprilo|apri la fonte|aprire la fonte|apri la pagina|mostra la fonte|mostrami la fonte|fammi vedere la fonte',
    'play-found':
      'riproducilo|riproducila|riproduci la registrazione|fammelo sentire|fammela sentire|fammi sentire|riproduci la riunione|fallo partire da lì|ascoltiamolo',
    'about-me':
      'cosa sai di me|che cosa sai di me|cosa sai su di me|cosa ricordi di me|che cosa ricordi di me|leggimi i tuoi appunti su di me|leggimi le tue note su di me',
    'forget-that':
      'è sbagliato dimenticalo|questo è sbagliato dimenticalo|non è vero dimenticalo|questo non è vero dimenticalo|è falso dimenticalo|non è più vero dimenticalo|dimentica quella nota|dimentica questa nota|cancella quella nota|elimina quella nota|elimina questa nota',
    'next-agent':
      'prossimo agente|il prossimo agente|agente successivo|prossimo assistente|il prossimo assistente|assistente successivo|cambia agente',
    'new-chat':
      'nuova chat|nuova conversazione|inizia una nuova conversazione|inizia una nuova chat|apri una nuova chat|ricominciamo|ricomincia',
    mute: "silenzia|muto|silenziati|modalità silenziosa|disattiva audio|disattiva l'audio|togli l'audio|spegni l'audio",
    'eyes-off': 'senza guardare|modalità senza guardare|nascondi il testo',
    'show-text': 'mostra il testo|mostrami il testo|mostrare il testo|torna al testo',
    'take-back':
      "ritiralo|ritira questo|annulla questo|annullalo|togli questo|ritira l'ultima domanda|torna indietro",
    'ask-again':
      "chiedilo in un altro modo|chiedilo di nuovo in un altro modo|chiedi in un altro modo|rispondi in un altro modo|dammi un'altra risposta|un'altra risposta",
    pin: 'fissa questo|fissalo|fissala|fissa questa conversazione|fissa in alto|fissa questa conversazione in alto',
    'what-title':
      'come si chiamava|come si chiama questa conversazione|come si chiamava questa conversazione|qual è il titolo|qual è il titolo di questa conversazione|leggimi il titolo',
    switchTo:
      /^(?:passa|passare|cambia|vai|voglio parlare|parlare) (?:alla|allo|all'|al|ad|a|con il|con la|con l'|con) ?(.+)$/u,
  },
  pt: {
    repeat:
      'repita|repete|repetir|repita isso|repete isso|de novo|outra vez|mais uma vez|diga de novo|fala de novo|fale de novo',
    slower:
      'mais devagar|devagar|mais lento|mais lentamente|fale mais devagar|fala mais devagar|falar mais devagar|não tão rápido',
    faster:
      'mais rápido|mais depressa|fale mais rápido|fala mais rápido|falar mais rápido|fale mais depressa|acelera|acelere',
    louder:
      'mais alto|fale mais alto|fala mais alto|falar mais alto|aumente o volume|aumenta o volume|aumentar o volume',
    softer:
      'mais baixo|mais baixinho|fale mais baixo|fala mais baixo|falar mais baixo|abaixe o volume|abaixa o volume|diminua o volume|diminui o volume',
    'read-code': 'leia o código|lê o código|ler o código|leia o código em voz alta|leia o código para mim',
    'which-source':
      'qual fonte|quais fontes|qual é a fonte|quais são as fontes|de que fonte|de qual fonte|diga a fonte|diga as fontes',
    'read-source': 'leia a fonte|lê a fonte|ler a fonte|leia a fonte para mim|leia a fonte em voz alta',
    'is-certain':
      'isso é certo|é certo|isso é certeza|tem certeza|você tem certeza|tem certeza disso|isso é verdade|é verdade|está comprovado|diz isso mesmo|está escrito mesmo',
    'open-source':
      'abra|abre|abra isso|abre isso|abra a fonte|abre a fonte|abrir a fonte|abra a página|abre a página|mostre a fonte|mostra a fonte|me mostre a fonte|me mostra a fonte',
    'play-found':
      'reproduza|reproduz|reproduza isso|reproduza a gravação|toque a gravação|toca a gravação|toque isso|toca isso|me deixe ouvir|deixa eu ouvir|reproduza a reunião|reproduza a partir daí',
    'about-me':
      'o que você sabe sobre mim|o que você sabe de mim|o que sabe sobre mim|o que você lembra sobre mim|o que você lembra de mim|leia suas notas sobre mim|leia as suas notas sobre mim',
    'forget-that':
      'isso está errado esqueça|isso está errado esquece|está errado esqueça|está errado esquece|isso não é verdade esqueça|isso não é verdade esquece|não é verdade esqueça|não é verdade esquece|esqueça essa nota|esquece essa nota|apague essa nota|apaga essa nota',
    'next-agent':
      'próximo agente|o próximo agente|próximo assistente|o próximo assistente|mude de agente|muda de agente|trocar de agente',
    'new-chat':
      'nova conversa|novo chat|começar de novo|comece de novo|recomeçar|iniciar nova conversa|inicie uma nova conversa|comece uma nova conversa|abra um novo chat',
    mute: 'mudo|silenciar|silencie|silencia|fique mudo|modo mudo|sem som|desligue o som|desliga o som|tire o som',
    'eyes-off': 'sem olhar|modo sem olhar|esconda o texto|esconde o texto|oculte o texto',
    'show-text': 'mostrar o texto|mostre o texto|mostra o texto|voltar ao texto|volte ao texto',
    'take-back': 'desfaça isso|desfaz isso|retire isso|retira isso|volte atrás|retire a última pergunta',
    'ask-again':
      'pergunte isso de outro jeito|pergunte de outro jeito|pergunte de outra forma|pergunta de outro jeito|responda de outro jeito|responda de outra forma|outra resposta|me dê outra resposta|me dá outra resposta',
    pin: 'fixe isso|fixa isso|fixar isso|fixe esta conversa|fixa esta conversa|fixar esta conversa',
    'what-title':
      'como se chamava isso|como isso se chamava|como se chama esta conversa|como se chama essa conversa|qual é o título|qual é o título desta conversa|leia o título',
    switchTo:
      /^(?:mude|muda|mudar|troque|troca|trocar|passe|passa|passar|vá|vai|quero falar|falar) (?:para|pra|pro|com) (.+)$/u,
  },
  ja: {
    repeat:
      'もう一度|もう一回|もう一度言って|もう一回言って|もう一度話して|もう一度読んで|もう一度聞かせて|繰り返して|リピート|リピートして',
    slower:
      'ゆっくり|もっとゆっくり|ゆっくり話して|もっとゆっくり話して|ゆっくり言って|遅くして|もっと遅く|もっと遅くして|速度を落として|スピードを落として',
    faster:
      '速く|もっと速く|早く|もっと早く|速くして|早くして|もっと速くして|もっと早くして|速く話して|早く話して|もっと速く話して|もっと早く話して|速度を上げて|スピードを上げて',
    louder:
      '大きく|もっと大きく|大きくして|もっと大きくして|声を大きく|声を大きくして|音を大きくして|大きな声で|もっと大きな声で|もっと大きい声で|大きな声で話して|もっと大きな声で話して|音量を上げて|音量上げて|ボリュームを上げて|ボリューム上げて',
    softer:
      '小さく|もっと小さく|小さくして|もっと小さくして|声を小さく|声を小さくして|音を小さくして|小さな声で|もっと小さな声で|小さな声で話して|音量を下げて|音量下げて|ボリュームを下げて|ボリューム下げて',
    'read-code': 'コードを読んで|コードを読み上げて|コード読んで|コード読み上げて|コードを音読して',
    'which-source':
      'どの出典|出典は|出典は何|出典は何ですか|出典はどこ|出典はどこですか|出典を教えて|ソースは何|ソースは何ですか|ソースを教えて',
    'read-source': '出典を読んで|出典を読み上げて|出典を音読して|ソースを読んで|ソースを読み上げて',
    'is-certain':
      'それは確か|それは確かですか|確かですか|確かなの|本当|本当ですか|それは本当|それは本当ですか|間違いない|間違いありませんか|本当に書いてある|本当にそう書いてある',
    'open-source':
      '開いて|それを開いて|出典を開いて|出典を見せて|ソースを開いて|ソースを見せて|ページを開いて|そのページを開いて',
    'play-found':
      '再生して|それを再生して|録音を再生して|そこから再生して|その部分を再生して|会議を再生して|聞かせて|その部分を聞かせて|再生',
    'about-me':
      '私について何を知っていますか|私について何を知ってる|私について何を知っているの|私のことを何か知ってる|私について何を覚えていますか|私について何を覚えてる|私のことを何を覚えてる|私についてのメモを読んで|私についてのメモを読み上げて',
    'forget-that':
      'それは違う忘れて|それは違います忘れて|違うよ忘れて|それは間違い忘れて|それは間違いです忘れて|間違っているから忘れて|そのメモを忘れて|そのメモを消して|そのメモを削除して',
    'next-agent':
      '次のエージェント|次のアシスタント|次のエージェントに切り替えて|次のアシスタントに切り替えて|次のエージェントにして|次のアシスタントにして',
    'new-chat':
      '新しいチャット|新しい会話|新規チャット|新しいチャットを始めて|新しい会話を始めて|新しいチャットにして|新しい会話にして|チャットを新しくして',
    mute: 'ミュート|ミュートして|ミュートにして|消音|消音して|消音にして|音を消して|音を切って',
    'eyes-off': '画面を見ずに話す|テキストを隠して|テキストを非表示にして|文字を隠して',
    'show-text': 'テキストを表示|テキストを表示して|テキストを見せて|文字を表示して|文字を見せて',
    'take-back':
      'それを取り消して|取り消して|今のを取り消して|今の質問を取り消して|最後の質問を取り消して|今のなし',
    'ask-again':
      '別の言い方で聞いて|別の聞き方をして|違う聞き方をして|もう一度違う聞き方をして|違う答えをして|別の答えを出して|別の回答をして|違う答えを出して',
    pin: 'ピン留め|ピン留めして|これをピン留めして|この会話をピン留めして',
    'what-title':
      'これは何という会話|この会話の名前は|この会話のタイトルは|タイトルは何|タイトルを読んで|この会話のタイトルを教えて',
    switchTo:
      /^(.+?)(?:に|へ)(?:切り替えて|切り替え|切りかえて|変えて|替えて|代わって|かわって|変更して)$|^(.+?)と話(?:したい|したいです|させて)$/u,
  },
  ko: {
    repeat: '다시|다시 말해|다시 한번|다시 한번 말해|한 번 더|한 번 더 말해|반복|반복해|다시 들려|다시 읽어',
    slower: '천천히|더 천천히|천천히 말해|더 천천히 말해|느리게|더 느리게|느리게 말해|속도 낮춰|속도를 낮춰',
    faster:
      '빨리|더 빨리|빠르게|더 빠르게|빨리 말해|더 빨리 말해|빠르게 말해|더 빠르게 말해|속도 높여|속도를 높여|속도 올려|속도를 올려',
    louder:
      '크게|더 크게|크게 말해|더 크게 말해|소리 키워|소리를 키워|소리 높여|볼륨 올려|볼륨을 올려|볼륨 높여|볼륨을 높여|볼륨 키워',
    softer:
      '작게|더 작게|작게 말해|더 작게 말해|소리 줄여|소리를 줄여|소리 낮춰|볼륨 내려|볼륨을 내려|볼륨 낮춰|볼륨을 낮춰|볼륨 줄여|조용히 말해',
    'read-code': '코드 읽어|코드를 읽어|코드를 소리 내어 읽어',
    'which-source':
      '출처가 어디야|출처가 뭐야|출처가 어디예요|출처는 어디야|출처는 뭐야|어떤 출처|출처 알려|출처를 알려',
    'read-source': '출처 읽어|출처를 읽어|출처를 소리 내어 읽어',
    'is-certain':
      '확실해|확실해요|확실한가요|그거 확실해|그거 확실해요|정말이야|정말이에요|정말인가요|사실이야|사실이에요|사실인가요|정말 그렇게 써 있어|진짜야',
    'open-source': '열어|그거 열어|출처 열어|출처를 열어|출처 보여|출처를 보여|페이지 열어|페이지를 열어',
    'play-found':
      '재생해|재생|그거 재생해|녹음 재생해|녹음을 재생해|거기서부터 재생해|그 부분 재생해|그 부분을 재생해|회의 재생해|들려',
    'about-me':
      '나에 대해 뭘 알아|나에 대해 뭐 알아|나에 대해 무엇을 알아|나에 대해 무엇을 알고 있어|저에 대해 뭘 알아요|저에 대해 무엇을 알고 있어요|나에 대해 뭘 기억해|나에 대해 기억하는 거 말해|저에 대해 무엇을 기억하세요|나에 대한 메모 읽어',
    'forget-that':
      '그건 틀렸어 잊어|그건 틀려 잊어|그거 틀렸어 잊어|틀렸어 잊어|그건 아니야 잊어|그건 사실이 아니야 잊어|그 메모 잊어|그 메모 지워|그 메모를 지워|그 메모 삭제해|그 메모를 삭제해',
    'next-agent':
      '다음 에이전트|다음 어시스턴트|다음 에이전트로|다음 어시스턴트로|다음 에이전트로 바꿔|다음 어시스턴트로 바꿔',
    'new-chat':
      '새 채팅|새 대화|새로 시작|새로 시작해|새 대화 시작|새 대화 시작해|새 채팅 시작|새 채팅 시작해',
    mute: '음소거|음소거해|음소거 해|소리 꺼|소리를 꺼|소리 끄기',
    'eyes-off': '화면 보지 않고 말하기|텍스트 숨겨|텍스트를 숨겨|글 숨겨',
    'show-text': '텍스트 보기|텍스트 보여|텍스트를 보여|글 보여|텍스트로 돌아가',
    'take-back': '그거 취소해|방금 거 취소해|방금 질문 취소해|마지막 질문 취소해|되돌려',
    'ask-again':
      '다르게 다시 물어봐|다시 다르게 물어봐|다르게 물어봐|다르게 대답해|다시 다르게 대답해|다른 대답|다른 답변',
    pin: '이거 고정해|이것 고정해|이 대화 고정해|이 대화를 고정해|고정해',
    'what-title':
      '이거 제목이 뭐야|이 대화 제목이 뭐야|제목이 뭐야|제목이 뭐였지|제목 읽어줘|이 대화 이름이 뭐야',
    switchTo: /^(.+?)(?:으로|로)(?:전환|전환해|바꿔|바꾸어|변경|변경해|넘어가)$/u,
  },
  zh: {
    repeat: '重复|重复一遍|再重复一遍|再说一遍|再说一次|再来一遍|再讲一遍|再念一遍|再读一遍|重新说一遍',
    slower:
      '慢一点|慢点|慢一些|再慢一点|说慢一点|说慢点|讲慢一点|慢点说|慢一点说|说得慢一点|慢慢说|语速慢一点|放慢语速|放慢速度',
    faster:
      '快一点|快点|快一些|再快一点|说快一点|说快点|讲快一点|快点说|快一点说|说得快一点|语速快一点|加快语速|加快速度',
    louder:
      '大声一点|大声点|再大声一点|说大声一点|说大声点|声音大一点|声音大点|大点声|音量大一点|调大音量|音量调大|提高音量|调高音量',
    softer:
      '小声一点|小声点|再小声一点|说小声一点|说小声点|声音小一点|声音小点|小点声|音量小一点|调小音量|音量调小|降低音量|调低音量',
    'read-code': '读代码|念代码|读一下代码|念一下代码|朗读代码|读出代码|把代码读出来|把代码念出来',
    'which-source':
      '哪个来源|什么来源|来源是什么|来源是哪里|来源在哪里|出处是什么|出处是哪里|出处在哪里|说一下来源',
    'read-source': '读来源|读一下来源|念一下来源|朗读来源|把来源读出来|把来源念出来',
    'is-certain':
      '确定吗|你确定吗|这确定吗|这个确定吗|真的吗|这是真的吗|是真的吗|属实吗|有依据吗|可靠吗|真的这么写吗',
    'open-source': '打开它|打开|打开来源|打开出处|打开网页|打开页面|显示来源|给我看来源|把来源打开',
    'play-found': '播放|播放它|播放录音|播放那段|播放那一段|放给我听|从那里播放|从那儿播放|播放会议',
    'about-me':
      '你知道我什么|你了解我什么|关于我你知道什么|你都知道我什么|你记得我什么|关于我你记得什么|你记住了我什么|读一下关于我的笔记|你对我了解多少',
    'forget-that':
      '不对忘掉它|不对忘了它|这不对忘掉它|这不对忘了吧|那是错的忘掉它|这是错的忘掉它|说错了忘掉它|忘掉这条笔记|删掉这条笔记|删除这条笔记|忘掉那条笔记|删掉那条笔记',
    'next-agent':
      '下一个助手|下一位助手|下一个智能体|换下一个助手|换一个助手|换个助手|切换助手|切换到下一个助手',
    'new-chat':
      '新聊天|新对话|新的对话|新建对话|新建聊天|开始新对话|开始新的对话|开始新聊天|开启新对话|重新开始',
    mute: '静音|关闭声音|关掉声音|把声音关掉',
    'eyes-off': '免看屏幕|隐藏文字|把文字隐藏',
    'show-text': '显示文字|把文字显示出来|显示文本|回到文字',
    'take-back': '收回|收回那句|撤回|撤回刚才的|收回刚才的|把那个收回|撤回刚才的问题|收回上一个问题',
    'ask-again': '换个方式再问|换个方式再问一遍|换个问法|换种问法|换个回答|换一个回答|换种方式回答',
    pin: '置顶|把这个置顶|置顶这个对话|把这个对话置顶',
    'what-title': '这个叫什么|这个对话叫什么|这段对话叫什么|标题是什么|这个对话的标题是什么|读一下标题',
    switchTo: /^(?:切换到|切换成|切换为|换到|换成|转到|转给)(.+)$/u,
  },
}
