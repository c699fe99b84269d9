import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadLazyTexts, switchTexts, textsNow } from '#i18n/index.ts'
import { findSettings } from './row-texts.ts'
import { allRows, SECTIONS } from './sections.ts'

const PAGES = [
  'server',
  'account',
  'keys',
  'usage',
  'billing',
  'teams',
  'memory',
  'knowledge',
  'data',
] as const

/** What people type, and the page or row that it must find. */
const WANTED = [
  'keys',
  'data',
  'data',
  'fontSize',
  'theme',
  'server',
  'account',
  'server',
  'data',
  'data',
] as const
const TYPED: Readonly<Record<Locale, readonly string[]>> = {
  en: ['api', 'export', 'delete', 'font', 'dark', 'host', 'logout', 'manage', 'chatgpt', 'share'],
  'es-ES': [
    'clave',
    'exportar',
    'eliminar',
    'fuente',
    'oscuro',
    'anfitrión',
    'cerrar sesión',
    'gestionar',
    'chatgpt',
    'compartir',
  ],
  'fr-FR': [
    'clé',
    'exporter',
    'supprimer',
    'police',
    'sombre',
    'hôte',
    'déconnexion',
    'gérer',
    'chatgpt',
    'partager',
  ],
  'de-DE': [
    'schlüssel',
    'exportieren',
    'löschen',
    'schrift',
    'dunkel',
    'betreiber',
    'abmelden',
    'verwalten',
    'chatgpt',
    'teilen',
  ],
  'it-IT': [
    'chiave',
    'esportare',
    'eliminare',
    'carattere',
    'scuro',
    'gestore',
    'esci',
    'gestire',
    'chatgpt',
    'condividere',
  ],
  'pt-BR': [
    'chave',
    'exportar',
    'excluir',
    'fonte',
    'escuro',
    'anfitrião',
    'sair',
    'gerenciar',
    'chatgpt',
    'compartilhar',
  ],
  'ja-JP': [
    'APIキー',
    'エクスポート',
    '削除',
    'フォント',
    'ダーク',
    'ホスト',
    'ログアウト',
    '管理',
    'chatgpt',
    '共有',
  ],
  'ko-KR': ['키', '내보내기', '삭제', '글꼴', '다크', '호스트', '로그아웃', '관리', 'chatgpt', '공유'],
  'zh-CN': ['密钥', '导出', '删除', '字体', '深色', '主机', '退出', '管理', 'chatgpt', '分享'],
}

function idsFor(typed: string): readonly string[] {
  const results = findSettings(typed, textsNow('settings'), PAGES)
  return [...(results?.pages ?? []), ...(results?.rows ?? []).flatMap(({ rows }) => rows.map(({ id }) => id))]
}

describe.each(LOCALES)('the search of the settings in %s', (locale) => {
  beforeAll(async () => {
    await switchTexts(locale)
    await loadLazyTexts()
  })
  it.each(WANTED.map((id, index) => [TYPED[locale][index] ?? '', id] as const))(
    'finds by “%s”: %s',
    (typed, id) => {
      expect(idsFor(typed)).toContain(id)
    },
  )

  it.each(WANTED.map((id, index) => [TYPED.en[index] ?? '', id] as const))(
    'finds by the English “%s”: %s',
    (typed, id) => {
      expect(idsFor(typed)).toContain(id)
    },
  )

  it('has synonyms only for pages and rows that exist', () => {
    const rows = SECTIONS.flatMap((section) => [section.id, ...allRows(section).map(({ id }) => id)])
    const ids = new Set<string>([...PAGES, ...rows])
    expect(Object.keys(textsNow('settings').texts.synonyms).filter((id) => !ids.has(id))).toEqual([])
  })

  it('finds nothing for nonsense, and is no search without a word', () => {
    expect(idsFor('qqqzzz')).toEqual([])
    expect(findSettings('  ', textsNow('settings'), PAGES)).toBeUndefined()
  })
})
