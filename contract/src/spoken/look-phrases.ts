/** Phrases of one language that ask Vee to look; whole utterances, separated by `|`. */
interface LookPhrases {
  /** ask for the camera; more words may follow after a comma or a full stop */
  readonly camera: string
  /** ask for the screen, likewise */
  readonly screen: string
  /** mean the camera only where nothing else can be meant, as at the start of a conversation */
  readonly question: string
  /** end looking */
  readonly away: string
}

export const LOOK_PHRASES: Readonly<Record<string, LookPhrases>> = {
  en: {
    camera:
      "look at this|look at that|look here|look at this here|have a look|have a look at this|take a look|take a look at this|look at what i'm holding|look through the camera|use the camera|take a picture|take a photo",
    screen:
      "look at my screen|look at the screen|look at this screen|have a look at my screen|take a look at my screen|what's on my screen|what is on my screen|what do you see on my screen|what does the error on my screen mean|what does this error on my screen mean",
    question:
      "what's this|what is this|what is this here|what's that|what is that|what is this thing|what do you see|what can you see|what am i holding|what do i have in my hand|see this|do you see this",
    away: 'look away|stop the camera|turn off the camera|turn the camera off|camera off|close the camera|stop watching|stop sharing|stop sharing my screen|stop sharing the screen',
  },
  es: {
    camera:
      'mira esto|mire esto|mira aquí|mire aquí|mira lo que tengo|echa un vistazo|échale un vistazo|échale un vistazo a esto|usa la cámara|toma una foto|haz una foto',
    screen:
      'mira mi pantalla|mira la pantalla|mire mi pantalla|qué hay en mi pantalla|qué ves en mi pantalla|qué significa el error de mi pantalla|qué significa el error en mi pantalla',
    question:
      'qué es esto|qué es eso|qué es esto de aquí|qué ves|qué estás viendo|qué tengo en la mano|ves esto|lo ves',
    away: 'apaga la cámara|apague la cámara|cierra la cámara|deja de mirar|deja de compartir|deja de compartir la pantalla|deja de compartir mi pantalla',
  },
  fr: {
    camera:
      "regarde ça|regarde ceci|regarde ici|regardez ça|regardez ceci|regardez ici|jette un œil|jette un coup d'œil|jette un œil à ça|jetez un œil|utilise la caméra|prends une photo|prenez une photo",
    screen:
      "regarde mon écran|regarde l'écran|regardez mon écran|qu'est-ce qu'il y a sur mon écran|que vois-tu sur mon écran|qu'est-ce que tu vois sur mon écran|que signifie l'erreur sur mon écran|que veut dire l'erreur sur mon écran",
    question:
      "c'est quoi|c'est quoi ça|qu'est-ce que c'est|qu'est-ce que c'est que ça|que vois-tu|qu'est-ce que tu vois|qu'est-ce que je tiens|qu'est-ce que j'ai dans la main|tu vois ça",
    away: 'éteins la caméra|éteignez la caméra|coupe la caméra|ferme la caméra|arrête de regarder|arrête le partage|arrête de partager|arrête le partage d’écran',
  },
  de: {
    camera:
      'schau dir das an|schau dir das mal an|schau dir das hier an|sieh dir das an|sieh dir das mal an|guck dir das an|guck dir das mal an|schau mal|schau mal her|schau her|guck mal|sieh mal|nimm die kamera|mach ein foto|mach ein bild',
    screen:
      'schau auf meinen bildschirm|schau mal auf meinen bildschirm|schau dir meinen bildschirm an|sieh dir meinen bildschirm an|was ist auf meinem bildschirm|was siehst du auf meinem bildschirm|was bedeutet der fehler auf meinem bildschirm',
    question:
      'was ist das|was ist das hier|was ist denn das|was ist das da|was siehst du|was siehst du hier|was halte ich in der hand|was habe ich in der hand|siehst du das',
    away: 'schau weg|kamera aus|mach die kamera aus|schalte die kamera aus|schalt die kamera aus|kamera ausschalten|hör auf zu schauen|teilen beenden|bildschirm nicht mehr teilen',
  },
  it: {
    camera:
      "guarda questo|guarda questa|guarda qui|guarda qua|guardi questo|dai un'occhiata|dai un'occhiata a questo|usa la fotocamera|fai una foto|scatta una foto",
    screen:
      "guarda il mio schermo|guarda lo schermo|guardi il mio schermo|cosa c'è sul mio schermo|cosa vedi sul mio schermo|cosa significa l'errore sul mio schermo",
    question:
      "cos'è|cos'è questo|cosa è questo|che cos'è|che cos'è questo|cosa vedi|che cosa vedi|cosa ho in mano|cosa tengo in mano|vedi questo|lo vedi",
    away: 'spegni la fotocamera|spegni la telecamera|chiudi la fotocamera|smetti di guardare|smetti di condividere|interrompi la condivisione|smetti di condividere lo schermo',
  },
  pt: {
    camera:
      'olha isto|olhe isto|olha isso|olhe isso|olha só isso|olha aqui|olhe aqui|veja isto|veja isso|dá uma olhada|dê uma olhada|dá uma olhada nisso|dê uma olhada nisso|use a câmera|usa a câmera|tire uma foto|tira uma foto',
    screen:
      'olha a minha tela|olhe a minha tela|olha minha tela|olhe minha tela|veja minha tela|veja a minha tela|o que tem na minha tela|o que está na minha tela|o que você vê na minha tela|o que significa o erro na minha tela',
    question:
      'o que é isto|o que é isso|que é isso|o que é isso aqui|o que você vê|o que você está vendo|o que eu tenho na mão|o que estou segurando|você vê isso|está vendo isso',
    away: 'desligue a câmera|desliga a câmera|feche a câmera|fecha a câmera|pare de olhar|para de olhar|pare de compartilhar|pare de compartilhar a tela',
  },
  ja: {
    camera:
      'これを見て|これ見て|これを見てみて|これ見てみて|ここを見て|ここ見て|こちらを見て|カメラで見て|カメラを使って|写真を撮って|写真撮って',
    screen:
      '画面を見て|画面見て|私の画面を見て|この画面を見て|スクリーンを見て|画面に何がある|画面に何が映ってる|画面に何が表示されてる|画面のエラーの意味は|画面のエラーは何',
    question:
      'これは何|これは何ですか|これ何|これなに|これはなに|これはなんですか|これは何でしょう|何が見える|何が見えますか|何が見えてる|何が見えていますか|これが見える|これが見えますか|手に持っているのは何',
    away: 'カメラを切って|カメラ切って|カメラを止めて|カメラをオフにして|カメラオフ|見るのをやめて|画面共有をやめて|画面共有を止めて|画面共有を終了して|共有を終了して',
  },
  ko: {
    camera:
      '이거 봐|이것 봐|이걸 봐|이것을 봐|여기 봐|여기를 봐|이거 봐봐|카메라로 봐|카메라 켜|사진 찍어|사진을 찍어',
    screen:
      '화면 봐|내 화면 봐|제 화면 봐|화면을 봐|내 화면을 봐|제 화면을 봐|화면에 뭐가 있어|화면에 뭐가 있어요|화면에 있는 오류가 무슨 뜻이야|화면 오류가 무슨 뜻이야',
    question:
      '이게 뭐야|이거 뭐야|이건 뭐야|이게 뭐예요|이거 뭐예요|이건 뭐예요|이게 뭐죠|이것은 무엇입니까|뭐가 보여|뭐가 보여요|무엇이 보여요|내가 들고 있는 게 뭐야|이거 보여|이거 보여요',
    away: '카메라 꺼|카메라를 꺼|카메라 끄기|그만 봐|화면 공유 꺼|화면 공유 중지|화면 공유 중지해|화면 공유를 중지해',
  },
  zh: {
    camera:
      '看这个|看看这个|看一下这个|看一看这个|看这里|看看这里|你看这个|你看看这个|用摄像头看|用摄像头看看|打开摄像头|拍照|拍个照|拍张照片|拍一张照片',
    screen:
      '看我的屏幕|看看我的屏幕|看一下我的屏幕|看屏幕|看看屏幕|看一下屏幕|我的屏幕上是什么|屏幕上有什么|屏幕上的错误是什么意思|我屏幕上的错误是什么意思',
    question:
      '这是什么|这个是什么|这是什么东西|那是什么|那个是什么|你看到什么|你看到了什么|你能看到什么|你看见了什么|我手里拿的是什么|看得到这个吗|看得见吗',
    away: '关闭摄像头|关掉摄像头|关摄像头|把摄像头关掉|别看了|不要看了|停止共享|停止共享屏幕|停止屏幕共享',
  },
}
