import { expect, it } from 'vitest'
import { commandOf } from './commands.ts'

const command = (text: string, language: string) => commandOf(text, { language, agents: [], wakeWords: [] })

/** Natural phrasings, with typical recognition results. */
const NATURALLY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'en-US': {
    'eyes-off': ['Eyes off, please.'],
    'show-text': ['Please show me the text.'],
    repeat: ['Could you say that again, please?', 'Repeat it.'],
    slower: ['A bit slower, please.', 'Please speak more slowly.'],
    louder: ['Could you speak louder?', 'Turn the volume up.'],
    stop: ['Please stop.', 'Stop talking!', "That's enough."],
    'new-chat': ['Start a new conversation.'],
    mute: ['Turn off the sound.'],
  },
  'es-ES': {
    'show-text': ['Muéstrame el texto, por favor.'],
    repeat: ['¿Puedes repetir, por favor?'],
    slower: ['Un poco más despacio, por favor.'],
    louder: ['Habla un poco más alto.'],
    stop: ['Para, por favor.'],
    mute: ['Silenciar.'],
    'next-agent': ['Cambia de agente.'],
  },
  'fr-FR': {
    'show-text': ['Affiche le texte, s’il te plaît.'],
    repeat: ['Tu peux répéter, s’il te plaît ?', 'Répétez, s’il vous plaît.'],
    slower: ['Un peu plus lentement.', 'Parlez moins vite, s’il vous plaît.'],
    louder: ['Augmente le volume.'],
    'new-chat': ['Nouvelle discussion.'],
    mute: ['Couper le son.'],
  },
  'de-DE': {
    'eyes-off': ['Blende bitte den Text aus.'],
    'show-text': ['Zeig mir bitte den Text.'],
    repeat: ['Kannst du das bitte wiederholen?', 'Sag das bitte noch einmal.'],
    slower: [
      'Etwas langsamer, bitte.',
      'Kannst du bitte langsamer sprechen?',
      'Sprich bitte ein bisschen langsamer.',
    ],
    louder: ['Sprich bitte lauter!'],
    stop: ['Hör bitte auf.', 'Sei bitte still.'],
    'next-agent': ['Zum nächsten Assistenten.'],
    'new-chat': ['Starte ein neues Gespräch.'],
    mute: ['Ton aus.', 'Schalt dich bitte stumm.'],
  },
  'it-IT': {
    'show-text': ['Mostrami il testo, per favore.'],
    repeat: ['Puoi ripetere, per favore?'],
    slower: ['Un po’ più lentamente.'],
    louder: ['Aumenta il volume, per favore.'],
    mute: ['Disattiva audio.', 'Disattiva l’audio.'],
  },
  'pt-BR': {
    'show-text': ['Mostre o texto, por favor.'],
    repeat: ['Você pode repetir, por favor?'],
    slower: ['Um pouco mais devagar.'],
    louder: ['Pode falar mais alto?'],
    stop: ['Pare, por favor.'],
    mute: ['Desligue o som.'],
  },
  'ja-JP': {
    'show-text': ['テキストを表示してください。'],
    repeat: ['もう一度お願いします。', 'もう一度言ってください。'],
    slower: ['もう少しゆっくり話してください。', '遅くして。'],
    softer: ['小さくして。', 'もう少し小さな声で。'],
    louder: ['音量を上げてください。'],
    stop: ['ちょっと待ってください。', '止めてください。'],
    'read-code': ['コードを読み上げてください。'],
    mute: ['ミュートしてください。'],
  },
  'ko-KR': {
    'show-text': ['텍스트를 보여 주세요.'],
    repeat: ['다시 말해 주세요.', '한번 더 말해줘.'],
    slower: ['좀 더 천천히 말해 주세요.'],
    louder: ['소리 좀 키워 줘.'],
    stop: ['그만해.', '멈춰 주세요.'],
    'read-code': ['코드를 읽어 주세요.'],
    mute: ['음소거해 주세요.'],
  },
  'zh-CN': {
    'show-text': ['请显示文字。'],
    repeat: ['请再说一遍。', '再说一遍好吗？'],
    slower: ['请说慢一点。', '慢点说。'],
    louder: ['请大声一点。', '声音大一点吧。'],
    stop: ['停一下。', '请停下。'],
    mute: ['请静音。'],
    'new-chat': ['新建对话。'],
  },
}

it.each(Object.entries(NATURALLY))('are understood in natural phrasings in %s', (language, said) => {
  for (const [kind, texts] of Object.entries(said))
    for (const text of texts) expect([text, command(text, language)?.kind]).toEqual([text, kind])
})

it.each([
  ['en-US', 'Which source?', 'Read me the source.'],
  ['es-ES', '¿Cuál es la fuente?', 'Léeme la fuente.'],
  ['fr-FR', 'Quelle est la source ?', 'Lis-moi la source.'],
  ['de-DE', 'Was ist die Quelle?', 'Lies mir die Quelle vor.'],
  ['it-IT', 'Qual è la fonte?', 'Leggimi la fonte.'],
  ['pt-BR', 'Qual é a fonte?', 'Leia a fonte.'],
  ['ja-JP', '出典は何ですか？', '出典を読み上げて。'],
  ['ko-KR', '출처가 뭐야?', '출처를 읽어 줘.'],
  ['zh-CN', '来源是什么？', '读一下来源。'],
])('%s: %s and %s are about the sources of the last reply', (language, which, read) => {
  expect([command(which, language)?.kind, command(read, language)?.kind]).toEqual([
    'which-source',
    'read-source',
  ])
})

it.each([
  ['en-US', 'Is that certain?', 'Open it.'],
  ['en-US', 'Are you sure?', 'Show me the source, please.'],
  ['es-ES', '¿Es seguro?', 'Ábrela, por favor.'],
  ['fr-FR', 'C’est certain ?', 'Ouvre la source.'],
  ['fr-FR', 'Vous en êtes sûr ?', 'Ouvrez-la.'],
  ['de-DE', 'Stimmt das?', 'Öffne die Quelle bitte.'],
  ['it-IT', 'Ne sei sicura?', 'Apri la fonte.'],
  ['pt-BR', 'Tem certeza?', 'Abra a fonte, por favor.'],
  ['ja-JP', '本当ですか？', '出典を開いてください。'],
  ['ko-KR', '확실해요?', '출처를 열어 주세요.'],
  ['zh-CN', '你确定吗？', '请打开来源。'],
])('%s: %s asks for the proof of the last reply, and %s shows its source', (language, certain, open) => {
  expect([command(certain, language)?.kind, command(open, language)?.kind]).toEqual([
    'is-certain',
    'open-source',
  ])
})

it.each([
  ['en-US', 'Play it.', 'What do you know about me?', 'That’s wrong, forget it.'],
  ['es-ES', 'Reprodúcelo, por favor.', '¿Qué sabes de mí?', 'Eso no es verdad, olvídalo.'],
  ['fr-FR', 'Fais-moi écouter.', 'Qu’est-ce que tu sais de moi ?', 'C’est faux, oublie ça.'],
  ['fr-FR', 'Passez l’enregistrement.', 'Que savez-vous sur moi ?', 'Ce n’est pas vrai, oubliez ça.'],
  ['de-DE', 'Spiel es bitte ab.', 'Was weißt du über mich?', 'Das ist falsch, vergiss es.'],
  ['it-IT', 'Fammelo sentire.', 'Che cosa sai di me?', 'Non è vero, dimenticalo.'],
  ['pt-BR', 'Reproduza a gravação, por favor.', 'O que você sabe sobre mim?', 'Isso está errado, esquece.'],
  ['ja-JP', 'それを再生してください。', '私について何を知っていますか？', 'それは違います、忘れてください。'],
  ['ko-KR', '녹음을 재생해 주세요.', '나에 대해 뭘 알아?', '그건 틀렸어, 잊어 줘.'],
  ['zh-CN', '请播放录音。', '关于我你知道什么？', '这不对，忘掉它。'],
])('%s: %s plays what was found, %s reads the notes, and %s forgets one', (language, play, about, forget) => {
  expect([play, about, forget].map((text) => command(text, language)?.kind)).toEqual([
    'play-found',
    'about-me',
    'forget-that',
  ])
})

it.each([
  ['es-ES', 'Cambia al diario.', 'Diario'],
  ['fr-FR', 'Passe au tuteur.', 'Tuteur'],
  ['fr-FR', 'Passe à l’assistant de code.', 'Assistant de code'],
  ['de-DE', 'Wechsle bitte zum System-Designer.', 'Systemdesigner'],
  ['de-DE', 'Ich möchte mit dem Tutor sprechen.', 'Tutor'],
  ['it-IT', 'Passa all’assistente di programmazione.', 'Assistente di programmazione'],
  ['pt-BR', 'Mude para o diário, por favor.', 'Diário'],
  ['ja-JP', 'チューターさんに切り替えてください。', 'チューター'],
  ['ko-KR', '튜터로 바꿔 주세요.', '튜터'],
  ['zh-CN', '请切换到编程助手。', '编程助手'],
  ['en-US', 'Let me talk to the coding assistant.', 'Coding Assistant'],
])('%s: %s opens %s', (language, text, label) => {
  // Agents' names are wake words too, and some languages start with the name.
  const surroundings = { language, agents: [{ id: 'one', label }], wakeWords: [label] }
  expect(commandOf(text, surroundings)).toEqual({ kind: 'switch-agent', agentId: 'one' })
})

it.each([
  ['en-US', 'No, please.'],
  ['en-US', 'Can you repeat the second step with more detail?'],
  ['de-DE', 'Nein danke.'],
  ['de-DE', 'Kannst du das Radio lauter machen, wenn ich komme?'],
  ['ja-JP', '違います。'],
  ['zh-CN', '请再说一遍第二步。'],
  ['ko-KR', '다시 시작하는 법을 알려 주세요.'],
])('%s: %s is for the assistant', (language, text) => expect(command(text, language)).toBeUndefined())

it.each([
  ['en-US', 'Look at this.', 'camera'],
  ['en-US', 'Please take a look at this. What does the label say?', 'camera'],
  ['en-US', 'Look at my screen, what went wrong?', 'screen'],
  ['es-ES', 'Mira esto, por favor.', 'camera'],
  ['es-ES', '¿Qué hay en mi pantalla?', 'screen'],
  ['fr-FR', 'Regarde ça. C’est quoi comme plante ?', 'camera'],
  ['fr-FR', 'Regardez mon écran, s’il vous plaît.', 'screen'],
  ['de-DE', 'Schau dir das bitte mal an.', 'camera'],
  ['de-DE', 'Was bedeutet der Fehler auf meinem Bildschirm?', 'screen'],
  ['it-IT', 'Guarda questo: che marca è?', 'camera'],
  ['it-IT', 'Guarda il mio schermo.', 'screen'],
  ['pt-BR', 'Dá uma olhada nisso, por favor.', 'camera'],
  ['pt-BR', 'Olha a minha tela.', 'screen'],
  ['ja-JP', 'ちょっとこれを見てください。', 'camera'],
  ['ja-JP', '画面を見て。', 'screen'],
  ['ko-KR', '이것 좀 봐 주세요.', 'camera'],
  ['ko-KR', '내 화면 좀 봐 줘.', 'screen'],
  ['zh-CN', '请看一下这个，是什么植物？', 'camera'],
  ['zh-CN', '看看我的屏幕。', 'screen'],
])('%s: %s looks with the %s, and is the message', (language, text, source) => {
  expect(command(text, language)).toEqual({ kind: 'look', source, isQuestion: false, text })
})

it.each([
  ['en-US', 'What is this?'],
  ['es-ES', '¿Qué es esto?'],
  ['fr-FR', 'Qu’est-ce que c’est ?'],
  ['de-DE', 'Was ist das hier?'],
  ['it-IT', 'Cos’è questo?'],
  ['pt-BR', 'O que é isso?'],
  ['ja-JP', 'これは何ですか？'],
  ['ko-KR', '이게 뭐예요?'],
  ['zh-CN', '这是什么？'],
])('%s: %s may ask to look', (language, text) => {
  expect(command(text, language)).toMatchObject({ kind: 'look', source: 'camera', isQuestion: true })
})

it.each([
  ['en-US', 'Turn off the camera.'],
  ['es-ES', 'Apaga la cámara.'],
  ['fr-FR', 'Éteins la caméra.'],
  ['de-DE', 'Mach bitte die Kamera aus.'],
  ['it-IT', 'Spegni la fotocamera.'],
  ['pt-BR', 'Desligue a câmera.'],
  ['ja-JP', 'カメラを切ってください。'],
  ['ko-KR', '카메라 꺼 줘.'],
  ['zh-CN', '请关闭摄像头。'],
])('%s: %s ends looking', (language, text) => {
  expect(command(text, language)).toEqual({ kind: 'look-away' })
})

it.each([
  ['en-US', 'Look at this problem from another side.'],
  ['en-US', 'What is this function for?'],
  ['de-DE', 'Was ist das für eine Sprache?'],
  ['fr-FR', 'Regarde ça comme un exercice.'],
  ['zh-CN', '看这个问题的另一面。'],
])('%s: %s is no request to look', (language, text) => expect(command(text, language)).toBeUndefined())

it.each([
  [
    'en-US',
    'Take that back.',
    'Ask that again differently, please.',
    'Go back to where we spoke of Rome.',
    'rome',
  ],
  [
    'en-US',
    'Undo that.',
    'Give me another answer.',
    'Please take me back to when we talked about the roof',
    'the roof',
  ],
  ['es-ES', 'Retira eso.', 'Pregúntalo de otra manera.', 'Vuelve a donde hablamos de Roma.', 'roma'],
  ['fr-FR', 'Retire ça.', 'Demande-le autrement.', 'Reviens là où on a parlé de Rome.', 'rome'],
  [
    'de-DE',
    'Nimm das zurück.',
    'Frag das noch mal anders.',
    'Geh dahin zurück, wo wir über Rom gesprochen haben.',
    'rom',
  ],
  [
    'de-DE',
    'Nimm das bitte zurück.',
    'Gib mir eine andere Antwort.',
    'Geh zurück zu der Stelle, an der wir über Rom geredet haben.',
    'rom',
  ],
  [
    'it-IT',
    'Annulla questo.',
    'Chiedilo in un altro modo.',
    'Torna a quando abbiamo parlato di Roma.',
    'roma',
  ],
  ['pt-BR', 'Desfaça isso.', 'Pergunte de outro jeito.', 'Volte para onde falamos de Roma.', 'roma'],
  ['ja-JP', '今のを取り消して。', '別の聞き方をして。', 'ローマの話をしたところに戻って。', 'ローマ'],
  ['ko-KR', '방금 질문 취소해 줘.', '다르게 다시 물어봐 줘.', '로마 얘기한 데로 돌아가 줘.', '로마'],
  ['zh-CN', '收回刚才的。', '换个方式再问一遍。', '回到我们谈到罗马的地方。', '罗马'],
])('%s: %s and %s and %s change the path of the conversation', (language, back, again, goBack, topic) => {
  expect([command(back, language)?.kind, command(again, language)?.kind]).toEqual(['take-back', 'ask-again'])
  expect(command(goBack, language)).toEqual({ kind: 'go-back', topic })
})

it('a question about going back is none', () => {
  expect(command('When did we go back to Rome?', 'en-US')).toBeUndefined()
  expect(command('Take that back to the kitchen', 'en-US')).toBeUndefined()
})

it.each([
  ['en-US', 'Pin this, please.', 'Put this in the project Kitchen.', 'kitchen'],
  ['en-US', 'Pin this conversation.', 'Move this conversation to my Kitchen project', 'kitchen'],
  ['es-ES', 'Fija esta conversación.', 'Pon esto en el proyecto Cocina.', 'cocina'],
  ['fr-FR', 'Épingle cette conversation.', 'Mets ça dans le projet Cuisine.', 'cuisine'],
  ['de-DE', 'Hefte dieses Gespräch bitte an.', 'Leg das bitte ins Projekt Küche.', 'küche'],
  ['it-IT', 'Fissa questa conversazione.', 'Metti questo nel progetto Cucina.', 'cucina'],
  ['pt-BR', 'Fixe esta conversa.', 'Coloque isso no projeto Cozinha.', 'cozinha'],
  ['ja-JP', 'この会話をピン留めして。', 'これを台所のプロジェクトに入れて。', '台所'],
  ['ko-KR', '이 대화를 고정해 줘.', '이 대화를 부엌 프로젝트에 넣어 줘.', '부엌'],
  ['zh-CN', '把这个对话置顶。', '把这个对话放到厨房项目里。', '厨房'],
])('%s: %s and %s organize the conversation', (language, pin, move, name) => {
  expect(command(pin, language)).toEqual({ kind: 'pin' })
  expect(command(move, language)).toEqual({ kind: 'put-in-project', name })
})

it.each([
  ['en-US', 'Share this for a week.', 7, 'What was that called?'],
  ['en-GB', 'Share this conversation for a month', 30, 'What is the title?'],
  ['de-DE', 'Teile das für einen Tag.', 1, 'Wie hieß das?'],
  ['fr-FR', 'Partage cette conversation pendant une semaine.', 7, 'Quel est le titre ?'],
  ['es-ES', 'Comparte esto durante un mes.', 30, '¿Cómo se llama esta conversación?'],
  ['it-IT', 'Condividi questa conversazione per un giorno.', 1, 'Qual è il titolo?'],
  ['pt-BR', 'Compartilhe esta conversa por uma semana.', 7, 'Qual é o título?'],
  ['ja-JP', 'この会話を一週間共有して', 7, 'この会話のタイトルは？'],
  ['ko-KR', '이 대화를 하루 동안 공유해', 1, '제목이 뭐야?'],
  ['zh-CN', '把这个对话分享一个月', 30, '标题是什么？'],
])('%s: %s shares the conversation, and its title is asked for', (language, share, days, title) => {
  expect(command(share, language)).toEqual({ kind: 'share', days })
  expect(command(title, language)).toEqual({ kind: 'what-title' })
})

it.each(['Share this recipe with my sister', 'What was that called in Latin?', 'Share this for a laugh'])(
  'leaves "%s" to the assistant',
  (text) => expect(command(text, 'en-US')).toBeUndefined(),
)
