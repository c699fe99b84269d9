/** A language that code can be coloured in. */
export interface Language {
  readonly label: string
  readonly aliases?: readonly string[]
}

/**
 * Languages by the id of their grammar in Shiki. Each grammar is a separate download, started by its first
 * block.
 */
const LANGUAGES = {
  bash: { label: 'Shell', aliases: ['sh', 'shell', 'zsh', 'console', 'shellscript'] },
  c: { label: 'C' },
  cpp: { label: 'C++', aliases: ['c++'] },
  csharp: { label: 'C#', aliases: ['cs', 'c#'] },
  css: { label: 'CSS' },
  diff: { label: 'Diff', aliases: ['patch'] },
  docker: { label: 'Dockerfile', aliases: ['dockerfile'] },
  go: { label: 'Go', aliases: ['golang'] },
  graphql: { label: 'GraphQL', aliases: ['gql'] },
  html: { label: 'HTML' },
  ini: { label: 'INI', aliases: ['properties', 'env', 'dotenv'] },
  java: { label: 'Java' },
  javascript: { label: 'JavaScript', aliases: ['js', 'mjs', 'cjs'] },
  json: { label: 'JSON', aliases: ['json5', 'jsonc'] },
  jsx: { label: 'JSX' },
  kotlin: { label: 'Kotlin', aliases: ['kt'] },
  latex: { label: 'LaTeX', aliases: ['tex'] },
  lua: { label: 'Lua' },
  make: { label: 'Makefile', aliases: ['makefile'] },
  markdown: { label: 'Markdown', aliases: ['md'] },
  nginx: { label: 'nginx' },
  php: { label: 'PHP' },
  powershell: { label: 'PowerShell', aliases: ['ps1', 'pwsh'] },
  python: { label: 'Python', aliases: ['py', 'python3'] },
  r: { label: 'R' },
  ruby: { label: 'Ruby', aliases: ['rb'] },
  rust: { label: 'Rust', aliases: ['rs'] },
  scss: { label: 'SCSS', aliases: ['sass'] },
  sql: { label: 'SQL', aliases: ['postgres', 'postgresql', 'mysql', 'sqlite'] },
  swift: { label: 'Swift' },
  toml: { label: 'TOML' },
  tsx: { label: 'TSX' },
  typescript: { label: 'TypeScript', aliases: ['ts', 'mts', 'cts'] },
  xml: { label: 'XML', aliases: ['svg'] },
  yaml: { label: 'YAML', aliases: ['yml'] },
} as const satisfies Record<string, Language>

export type LanguageId = keyof typeof LANGUAGES

const BY_NAME = new Map<string, LanguageId>(
  Object.entries<Language>(LANGUAGES).flatMap(([id, { aliases = [] }]) =>
    [id, ...aliases].map((name) => [name, id as LanguageId] as const),
  ),
)

/** Returns the language that a fence names, in lower case; undefined when it cannot be highlighted. */
export function languageNamed(name: string): (Language & { readonly id: LanguageId }) | undefined {
  const id = BY_NAME.get(name)
  return id && { id, ...LANGUAGES[id] }
}
