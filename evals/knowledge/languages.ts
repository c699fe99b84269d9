/** A thing that people speak of, and another form of its name, as in another question. */
export type Thing = readonly [name: string, form: string]

/** Sentences of a language. `{thing}`, `{form}`, `{name}`, `{number}` and `{day}` are filled in. */
export interface CorpusLanguage {
  readonly things: readonly Thing[]
  readonly names: readonly string[]
  readonly days: readonly string[]
  /** what is to be found, with a question in the same words and one in other words */
  readonly facts: readonly { readonly text: string; readonly exact: string; readonly paraphrase: string }[]
  /** speak of the same things, and do not answer */
  readonly fillers: readonly string[]
  /** speak of nothing in particular */
  readonly smallTalk: readonly string[]
}

const en: CorpusLanguage = {
  things: [
    ['the boat trailer', 'boat trailers'],
    ['the kitchen lamp', 'lamps in kitchens'],
    ['the washing machine', 'washing machines'],
    ['the garden fence', 'garden fences'],
    ['the wooden staircase', 'staircases of wood'],
    ['the harbor crane', 'cranes in harbors'],
    ['the old piano', 'pianos'],
    ['the projector', 'projectors'],
    ['the greenhouse', 'greenhouses'],
    ['the elevator', 'elevators'],
    ['the solar panel', 'solar panels'],
    ['the coffee grinder', 'grinding coffee'],
    ['the lighthouse tour', 'lighthouse tours'],
    ['the typewriter', 'typewriters'],
  ],
  names: ['Anna', 'Bo', 'Clara', 'Derek', 'Emily', 'Fred'],
  days: ['April 3', 'May 17', 'June 21', 'September 9'],
  facts: [
    {
      text: '{name} agreed that {thing} costs {number} euros and is paid in two parts.',
      exact: 'What does {thing} cost, paid in two parts?',
      paraphrase: 'How costly are {form}, and who agrees to part payments?',
    },
    {
      text: '{name} repairs {thing} on {day}, the spare parts are ordered.',
      exact: 'When does {name} repair {thing}?',
      paraphrase: 'Which date for repairing {form} with ordered spares?',
    },
    {
      text: 'The warranty of {thing} ends after {number} weeks; {name} has the receipt.',
      exact: 'When does the warranty of {thing} end?',
      paraphrase: 'Who has receipts and warranties for {form}?',
    },
  ],
  fillers: [
    'Has anybody looked at {thing} again? {name} was not sure.',
    'I like {thing}, but let us speak about it another time.',
    'There is a picture of {thing} in the hall.',
  ],
  smallTalk: [
    'Good morning, shall we begin? It is raining, so everybody came by bus today.',
    'Thank you, that helps. I will think about it over the weekend and call you back.',
    'The soup was too salty, but the company was good and we laughed a lot.',
  ],
}

const de: CorpusLanguage = {
  things: [
    ['der Bootsanhänger', 'Bootsanhängern'],
    ['die Küchenlampe', 'Küchenlampen'],
    ['die Waschmaschine', 'Waschmaschinen'],
    ['der Gartenzaun', 'Gartenzäunen'],
    ['die Holztreppe', 'Holztreppen'],
    ['der Hafenkran', 'Hafenkränen'],
    ['das alte Klavier', 'alten Klavieren'],
    ['der Beamer', 'Beamern'],
    ['das Gewächshaus', 'Gewächshäusern'],
    ['der Aufzug', 'Aufzügen'],
    ['die Solaranlage', 'Solaranlagen'],
    ['die Kaffeemühle', 'Kaffeemühlen'],
    ['die Leuchtturmführung', 'Leuchtturmführungen'],
    ['die Schreibmaschine', 'Schreibmaschinen'],
  ],
  names: ['Jens', 'Katrin', 'Lukas', 'Mia', 'Nils', 'Olga'],
  days: ['3. April', '17. Mai', '21. Juni', '9. September'],
  facts: [
    {
      text: '{name} hat zugestimmt: {thing} kostet {number} Euro und wird in zwei Raten bezahlt.',
      exact: 'Was kostet {thing} in zwei Raten?',
      paraphrase: 'Wer stimmt Ratenzahlung und Kosten von {form} zu?',
    },
    {
      text: '{thing}: {name} repariert das am {day}, die Ersatzteile sind bestellt.',
      exact: 'Wann repariert {name} das: {thing}?',
      paraphrase: 'Welches Datum für Reparaturen und Ersatzteilbestellung bei {form}?',
    },
    {
      text: 'Die Garantie endet nach {number} Wochen für {thing}; {name} hat die Quittung.',
      exact: 'Wann endet die Garantie für {thing}?',
      paraphrase: 'Wer hat Quittungen und Garantien von {form}?',
    },
  ],
  fillers: [
    'Hat jemand noch einmal nachgesehen, {thing}? {name} wusste es nicht.',
    '{thing} gefällt mir, aber darüber reden wir ein andermal.',
    'Ein Bild davon hängt im Flur: {thing}.',
  ],
  smallTalk: [
    'Guten Morgen, wollen wir anfangen? Es regnet, deshalb sind alle mit dem Bus gekommen.',
    'Danke, das hilft mir. Ich denke am Wochenende darüber nach und rufe zurück.',
    'Die Suppe war zu salzig, aber es war eine nette Runde und wir haben viel gelacht.',
  ],
}

const fr: CorpusLanguage = {
  things: [
    ['la remorque du bateau', 'remorques de bateaux'],
    ['la lampe de la cuisine', 'lampes de cuisine'],
    ['la machine à laver', 'machines à laver'],
    ['la clôture du jardin', 'clôtures de jardin'],
    ['l’escalier en bois', 'escaliers en bois'],
    ['la grue du port', 'grues portuaires'],
    ['le vieux piano', 'vieux pianos'],
    ['le projecteur', 'projecteurs'],
    ['la serre', 'serres'],
    ['l’ascenseur', 'ascenseurs'],
    ['le panneau solaire', 'panneaux solaires'],
    ['le moulin à café', 'moulins à café'],
    ['la visite du phare', 'visites de phares'],
    ['la machine à écrire', 'machines à écrire'],
  ],
  names: ['Amélie', 'Bastien', 'Céline', 'Damien', 'Élodie', 'Florent'],
  days: ['3 avril', '17 mai', '21 juin', '9 septembre'],
  facts: [
    {
      text: '{name} a accepté que {thing} coûte {number} euros, payés en deux fois.',
      exact: 'Combien coûte {thing}, payés en deux fois ?',
      paraphrase: 'Qui accepte un coût à payer en plusieurs fois pour des {form} ?',
    },
    {
      text: '{name} répare {thing} le {day}, les pièces sont commandées.',
      exact: 'Quand {name} répare {thing} ?',
      paraphrase: 'Quelle date pour la réparation et la commande de pièces des {form} ?',
    },
    {
      text: 'La garantie pour {thing} se termine dans {number} semaines ; {name} a le reçu.',
      exact: 'Quand se termine la garantie pour {thing} ?',
      paraphrase: 'Qui a les reçus et garanties des {form} ?',
    },
  ],
  fillers: [
    'Quelqu’un a-t-il regardé {thing} ? {name} ne savait pas.',
    'J’aime bien {thing}, mais parlons-en une autre fois.',
    'Il y a une photo dans le couloir : {thing}.',
  ],
  smallTalk: [
    'Bonjour, on commence ? Il pleut, donc tout le monde est venu en bus.',
    'Merci, cela m’aide. J’y réfléchis ce week-end et je vous rappelle.',
    'La soupe était trop salée, mais la soirée était agréable et nous avons bien ri.',
  ],
}

const es: CorpusLanguage = {
  things: [
    ['el remolque del barco', 'remolques de barcos'],
    ['la lámpara de la cocina', 'lámparas de cocina'],
    ['la lavadora', 'lavadoras'],
    ['la valla del jardín', 'vallas de jardín'],
    ['la escalera de madera', 'escaleras de madera'],
    ['la grúa del puerto', 'grúas de puerto'],
    ['el piano viejo', 'pianos viejos'],
    ['el proyector', 'proyectores'],
    ['el invernadero', 'invernaderos'],
    ['el ascensor', 'ascensores'],
    ['el panel solar', 'paneles solares'],
    ['el molinillo de café', 'molinillos de café'],
    ['la visita al faro', 'visitas a faros'],
  ],
  names: ['Alba', 'Bruno', 'Carmen', 'Diego', 'Elena', 'Fermín'],
  days: ['3 de abril', '17 de mayo', '21 de junio', '9 de septiembre'],
  facts: [
    {
      text: '{name} aceptó que {thing} cuesta {number} euros y se paga en dos plazos.',
      exact: '¿Cuánto cuesta {thing} en dos plazos?',
      paraphrase: '¿Quién acepta los plazos y costes de {form}?',
    },
    {
      text: '{name} repara {thing} el {day}, las piezas están pedidas.',
      exact: '¿Cuándo repara {name} {thing}?',
      paraphrase: '¿Qué fecha para reparaciones y pedidos de piezas de {form}?',
    },
    {
      text: 'La garantía de {thing} termina en {number} semanas; {name} tiene el recibo.',
      exact: '¿Cuándo termina la garantía de {thing}?',
      paraphrase: '¿Quién tiene recibos y garantías de {form}?',
    },
  ],
  fillers: [
    '¿Alguien ha mirado {thing}? {name} no lo sabía.',
    'Me gusta {thing}, pero hablemos otro día.',
    'Hay una foto en el pasillo: {thing}.',
  ],
  smallTalk: [
    'Buenos días, ¿empezamos? Llueve, así que todos han venido en autobús.',
    'Gracias, eso me ayuda. Lo pienso el fin de semana y te llamo.',
    'La sopa estaba demasiado salada, pero nos reímos mucho toda la noche.',
  ],
}

const it: CorpusLanguage = {
  things: [
    ['il rimorchio della barca', 'rimorchi per barche'],
    ['la lampada della cucina', 'lampade da cucina'],
    ['la lavatrice', 'lavatrici'],
    ['la recinzione del giardino', 'recinzioni da giardino'],
    ['la scala di legno', 'scale di legno'],
    ['la gru del porto', 'gru nei porti'],
    ['il vecchio pianoforte', 'vecchi pianoforti'],
    ['il proiettore', 'proiettori'],
    ['la serra', 'serre'],
    ['l’ascensore', 'ascensori'],
    ['il pannello solare', 'pannelli solari'],
    ['il macinacaffè', 'macinacaffè'],
    ['la visita al faro', 'visite ai fari'],
  ],
  names: ['Alice', 'Bruno', 'Chiara', 'Davide', 'Elisa', 'Fabio'],
  days: ['3 aprile', '17 maggio', '21 giugno', '9 settembre'],
  facts: [
    {
      text: '{name} ha accettato che {thing} costa {number} euro, pagati in due rate.',
      exact: 'Quanto costa {thing}, pagati in due rate?',
      paraphrase: 'Chi accetta il costo rateale per {form}?',
    },
    {
      text: '{name} ripara {thing} il {day}, i pezzi di ricambio sono ordinati.',
      exact: 'Quando {name} ripara {thing}?',
      paraphrase: 'Quale data per riparazioni e ordini di ricambi per {form}?',
    },
    {
      text: 'La garanzia per {thing} finisce tra {number} settimane; {name} ha la ricevuta.',
      exact: 'Quando finisce la garanzia per {thing}?',
      paraphrase: 'Chi ha ricevute e garanzie di {form}?',
    },
  ],
  fillers: [
    'Qualcuno ha guardato {thing}? {name} non lo sapeva.',
    'Mi piace {thing}, ma parliamone un’altra volta.',
    'C’è una foto nel corridoio: {thing}.',
  ],
  smallTalk: [
    'Buongiorno, cominciamo? Piove, perciò sono venuti tutti in autobus.',
    'Grazie, questo mi aiuta. Ci penso nel fine settimana e richiamo.',
    'La zuppa era troppo salata, ma abbiamo riso molto per tutta la sera.',
  ],
}

const pt: CorpusLanguage = {
  things: [
    ['a carreta do barco', 'carretas para barcos'],
    ['a luminária da cozinha', 'luminárias de cozinha'],
    ['a máquina de lavar', 'máquinas de lavar'],
    ['a cerca do jardim', 'cercas de jardim'],
    ['a escada de madeira', 'escadas de madeira'],
    ['o guindaste do porto', 'guindastes de portos'],
    ['o piano antigo', 'pianos antigos'],
    ['o projetor', 'projetores'],
    ['a estufa', 'estufas'],
    ['o elevador', 'elevadores'],
    ['o painel solar', 'painéis solares'],
    ['o moedor de café', 'moedores de café'],
    ['a visita ao farol', 'visitas a faróis'],
  ],
  names: ['Aline', 'Bruno', 'Clarice', 'Danilo', 'Eduarda', 'Fábio'],
  days: ['3 de abril', '17 de maio', '21 de junho', '9 de setembro'],
  facts: [
    {
      text: '{name} concordou que {thing} custa {number} reais, pagos em duas parcelas.',
      exact: 'Quanto custa {thing}, pagos em duas parcelas?',
      paraphrase: 'Quem concorda com o custo parcelado de {form}?',
    },
    {
      text: '{name} conserta {thing} em {day}, as peças estão encomendadas.',
      exact: 'Quando {name} conserta {thing}?',
      paraphrase: 'Que data para consertos e encomendas de peças de {form}?',
    },
    {
      text: 'A garantia de {thing} termina em {number} semanas; {name} tem o recibo.',
      exact: 'Quando termina a garantia de {thing}?',
      paraphrase: 'Quem tem recibos e garantias de {form}?',
    },
  ],
  fillers: [
    'Alguém olhou {thing}? {name} não sabia.',
    'Gosto muito: {thing}. Mas vamos falar disso outro dia.',
    'Há uma foto no corredor: {thing}.',
  ],
  smallTalk: [
    'Bom dia, vamos começar? Está chovendo, por isso todos vieram de ônibus.',
    'Obrigado, isso ajuda. Penso no fim de semana e ligo de volta.',
    'A sopa estava salgada demais, mas rimos muito a noite toda.',
  ],
}

const ja: CorpusLanguage = {
  things: [
    ['ボートのトレーラー', 'ボート用トレーラー'],
    ['台所の照明', '台所照明'],
    ['洗濯機', '洗濯機'],
    ['庭の柵', '庭にある柵'],
    ['木の階段', '木製の階段'],
    ['港のクレーン', '港湾クレーン'],
    ['古いピアノ', '古いピアノ類'],
    ['映写機', '映写機'],
    ['温室', '温室'],
    ['昇降機', '昇降機'],
    ['太陽光パネル', '太陽光のパネル'],
    ['珈琲ミル', '珈琲用ミル'],
    ['灯台の見学', '灯台見学'],
  ],
  names: ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺'],
  days: ['4月3日', '5月17日', '6月21日', '9月9日'],
  facts: [
    {
      text: '{name}さんは{thing}の費用が{number}ユーロで、二回払いになることに同意しました。',
      exact: '{thing}の費用は二回払いでいくらですか。',
      paraphrase: '{form}の二回払いの費用に同意したのは誰？',
    },
    {
      text: '{name}さんが{day}に{thing}を修理します。部品は注文済みです。',
      exact: '{name}さんはいつ{thing}を修理しますか。',
      paraphrase: '{form}の修理日と注文した部品は？',
    },
    {
      text: '{thing}の保証は{number}週間後に切れます。領収書は{name}さんが持っています。',
      exact: '{thing}の保証はいつ切れますか。',
      paraphrase: '{form}の保証と領収書を持つ人は？',
    },
  ],
  fillers: [
    '{thing}をもう一度見た人はいますか。{name}さんは知りませんでした。',
    '{thing}は好きですが、その話はまた今度にしましょう。',
    '廊下に{thing}の写真があります。',
  ],
  smallTalk: [
    'おはようございます、始めましょうか。雨なので、皆さんバスで来ました。',
    'ありがとうございます、助かります。週末に考えて、また電話します。',
    'スープは少ししょっぱかったけれど、とても楽しい夜でした。',
  ],
}

const ko: CorpusLanguage = {
  things: [
    ['보트 트레일러', '보트용 트레일러'],
    ['부엌 조명', '부엌의 조명들'],
    ['세탁기', '세탁기들'],
    ['정원 울타리', '정원의 울타리'],
    ['나무 계단', '나무로 된 계단'],
    ['항구 크레인', '항구의 크레인'],
    ['낡은 피아노', '낡은 피아노들'],
    ['영사기', '영사기들'],
    ['온실', '온실들'],
    ['승강기', '승강기들'],
    ['태양광 패널', '태양광 패널들'],
    ['커피 분쇄기', '커피용 분쇄기'],
    ['등대 견학', '등대의 견학'],
  ],
  names: ['민준', '서연', '지호', '하은', '도윤', '수아'],
  days: ['4월 3일', '5월 17일', '6월 21일', '9월 9일'],
  facts: [
    {
      text: '{name} 씨는 {thing} 비용이 {number}유로이고 두 번에 나눠 내는 데 동의했습니다.',
      exact: '{thing} 비용은 두 번에 나눠 내면 얼마입니까?',
      paraphrase: '{form} 비용을 나눠 내기로 동의한 사람은?',
    },
    {
      text: '{name} 씨가 {day}에 {thing} 수리를 합니다. 부품은 주문했습니다.',
      exact: '{name} 씨는 언제 {thing} 수리를 합니까?',
      paraphrase: '{form} 수리 날짜와 주문한 부품은?',
    },
    {
      text: '{thing} 보증은 {number}주 뒤에 끝나고, 영수증은 {name} 씨에게 있습니다.',
      exact: '{thing} 보증은 언제 끝납니까?',
      paraphrase: '{form} 보증서와 영수증은 누구에게?',
    },
  ],
  fillers: [
    '{thing} 다시 본 사람 있나요? {name} 씨는 몰랐습니다.',
    '{thing} 마음에 들지만, 그 이야기는 다음에 합시다.',
    '복도에 {thing} 사진이 있습니다.',
  ],
  smallTalk: [
    '좋은 아침입니다, 시작할까요? 비가 와서 모두 버스를 타고 왔습니다.',
    '감사합니다, 도움이 됩니다. 주말에 생각해 보고 전화드리겠습니다.',
    '국이 조금 짰지만 모두 많이 웃은 즐거운 저녁이었습니다.',
  ],
}

const zh: CorpusLanguage = {
  things: [
    ['船用拖车', '拖船的拖车'],
    ['厨房的灯', '厨房灯具'],
    ['洗衣机', '各种洗衣机'],
    ['花园的围栏', '花园围栏'],
    ['木楼梯', '木制楼梯'],
    ['港口的吊车', '港口吊车'],
    ['旧钢琴', '旧的钢琴'],
    ['投影仪', '投影仪器'],
    ['温室', '温室大棚'],
    ['电梯', '升降电梯'],
    ['太阳能板', '太阳能电池板'],
    ['咖啡磨豆机', '磨咖啡豆的机器'],
    ['灯塔参观', '参观灯塔'],
  ],
  names: ['王伟', '李娜', '张磊', '刘洋', '陈静', '杨帆'],
  days: ['4月3日', '5月17日', '6月21日', '9月9日'],
  facts: [
    {
      text: '{name}同意{thing}的费用是{number}欧元，分两次付款。',
      exact: '{thing}的费用分两次付款是多少？',
      paraphrase: '谁同意{form}费用分期付款？',
    },
    {
      text: '{name}在{day}修理{thing}，零件已经订好。',
      exact: '{name}什么时候修理{thing}？',
      paraphrase: '{form}的修理日期和订好的零件？',
    },
    {
      text: '{thing}的保修期还有{number}周，收据在{name}那里。',
      exact: '{thing}的保修期还有多久？',
      paraphrase: '{form}的保修收据在谁那里？',
    },
  ],
  fillers: [
    '有人再看过{thing}吗？{name}不清楚。',
    '我喜欢{thing}，不过这件事下次再谈吧。',
    '走廊里有一张{thing}的照片。',
  ],
  smallTalk: [
    '早上好，我们开始吧？外面下雨，所以大家都坐公交车来了。',
    '谢谢，这很有帮助。我周末想一想再打电话给你。',
    '汤有点咸，不过大家笑得很开心，是个愉快的晚上。',
  ],
}

export const CORPUS_LANGUAGES: Readonly<Record<string, CorpusLanguage>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  ja,
  ko,
  zh,
}
