import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { minify } from 'rolldown/utils'
import type { Plugin, Rolldown } from 'vite'
import { fileOfFirstPage } from './first-page.ts'

interface PagesOptions {
  /** folder of the locales' texts */
  readonly locales: string
  readonly root: string
  /** the script that must have run before the first paint, and the public picture shown until the app is there */
  readonly boot: string
  readonly opening: string
  /** beginning of the name of the one font that every theme's first page is set in */
  readonly font: string
}

/** Inlines two small files, whose requests would delay the first paint. */
async function withInlined(html: string, { root, boot, opening }: PagesOptions): Promise<string> {
  const [script, picture] = await Promise.all([
    readFile(join(root, boot), 'utf8'),
    readFile(join(root, 'public', opening), 'utf8'),
  ])
  const { code } = await minify(boot, script)
  const address = `data:image/svg+xml,${encodeURIComponent(picture.replaceAll(/\n\s*/g, ''))}`
  return html
    .replace(`<script src="/${boot}"></script>`, () => `<script>${code.trim()}</script>`)
    .replace(`<img class="opening" src="/${opening}"`, () => `<img class="opening" src="${address}"`)
}

interface PageTexts {
  readonly title: string
  readonly description: string
}

/** Returns the texts of the initial page for search engines and previews. */
async function pageTexts(locales: string, locale: Locale): Promise<PageTexts> {
  const read = async (namespace: string) =>
    JSON.parse(await readFile(join(locales, locale, `${namespace}.json`), 'utf8')) as unknown
  const [shell, about] = await Promise.all([read('shell'), read('about')])
  const { titles, titleTemplate } = shell as { titleTemplate: string; titles: { home: string } }
  return {
    title: titleTemplate.replace('{{screen}}', titles.home),
    description: (about as { lead: string }).lead,
  }
}

/** Returns the chunk with a language's initial texts, and its shared dependencies. */
function textFiles(bundle: Rolldown.OutputBundle, locale: Locale): readonly string[] {
  const chunk = Object.values(bundle).find(
    (output) =>
      output.type === 'chunk' && output.facadeModuleId?.endsWith(`/i18n/locales/${locale}/index.ts`),
  )
  if (chunk?.type !== 'chunk') throw new Error(`the build made no texts for ${locale}`)
  const { fileName, imports } = fileOfFirstPage(bundle)
  const present = new Set([fileName, ...imports])
  return [chunk.fileName, ...chunk.imports.filter((name) => !present.has(name))]
}

/** Removes this stylesheet from the dependencies of lazy chunks, because the file does not exist any more. */
function dropFromLaterParts(bundle: Rolldown.OutputBundle, fileName: string): void {
  const present = fileOfFirstPage(bundle).fileName
  for (const output of Object.values(bundle)) {
    // The list is accessed by index: an existing entry takes its place.
    if (output.type === 'chunk') output.code = output.code.replaceAll(`"${fileName}"`, `"${present}"`)
  }
}

/** Inlines the stylesheet, which blocks rendering: it is smaller than the data of one round trip. */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/, (_, fileName: string) => {
    const sheet = bundle[fileName]
    if (sheet?.type !== 'asset') throw new Error(`the build made no ${fileName}`)
    delete bundle[fileName]
    dropFromLaterParts(bundle, fileName)
    return `<style>${String(sheet.source)}</style>`
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function inLanguage(html: string, locale: Locale, { title, description }: PageTexts): string {
  return html
    .replace('<html lang="en"', `<html lang="${locale}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace('</head>', `  <meta property="og:locale" content="${locale.replace('-', '_')}">\n  </head>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, (_, before: string) => before + escaped(title))
    .replaceAll(
      /(<meta (?:name="description"|property="og:description") content=")[^"]*/g,
      (_, before: string) => before + escaped(description),
    )
}

/**
 * Writes the page for each language, as /pages/<locale>.html: with translated metadata, and preloads for what
 * the script would request only later (its texts, the font).
 */
export function pages(options: PagesOptions): Plugin {
  return {
    name: 'vee:pages',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => withInlined(html, options) },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build made no index.html')
        const font = Object.keys(bundle).find((name) => name.startsWith(options.font))
        if (font === undefined) throw new Error(`the build made no ${options.font}`)
        const html = withStyles(String(page.source), bundle).replace(
          '</head>',
          `  <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">\n  </head>`,
        )
        page.source = html
        for (const locale of LOCALES) {
          const preloads = textFiles(bundle, locale)
            .map((name) => `  <link rel="modulepreload" crossorigin href="/${name}">\n  `)
            .join('')
          this.emitFile({
            type: 'asset',
            fileName: `pages/${locale}.html`,
            source: inLanguage(html, locale, await pageTexts(options.locales, locale)).replace(
              '</head>',
              `${preloads}</head>`,
            ),
          })
        }
      },
    },
  }
}
