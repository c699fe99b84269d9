import { detectLanguage } from '../../language.ts'
import { foldPhrase } from '../../phrases.ts'
import { relationsIn, type Relation } from '../../relations.ts'
import type { Skill } from '../../skill.ts'

/** Returns a flowchart of the calls described in sentences, without any additions. */
export const diagram: Skill = {
  id: 'diagram',
  answer(turn) {
    const source = turn.given ?? turn.text
    const language = detectLanguage(source.slice(0, 2_000), turn.heardIn) ?? turn.heardIn
    const relations = relationsIn(source, language)
    const [first] = relations
    if (first) {
      const drawn = flowchart(relations)
      const title = `${first.from} → ${relations.at(-1)?.to ?? first.to}`.slice(0, 300)
      return {
        text: turn.say('diagramDrawn', { diagram: fenced(drawn) }),
        result: {
          kind: 'design',
          title,
          summary: '',
          diagram: drawn.slice(0, 20_000),
          assumptions: [],
          estimates: [],
        },
      }
    }
    return turn.hears('diagram') ? turn.say('diagramHelp') : undefined
  },
}

const fenced = (mermaid: string) => `\`\`\`mermaid\n${mermaid}\n\`\`\``

function flowchart(relations: readonly Relation[]): string {
  const ids = new Map<string, string>()
  const nodes: string[] = []
  const nodeOf = (name: string): string => {
    const existingId = ids.get(foldPhrase(name))
    if (existingId !== undefined) return existingId
    const id = `n${ids.size + 1}`
    ids.set(foldPhrase(name), id)
    nodes.push(`  ${id}["${labelled(name)}"]`)
    return id
  }
  const edges = relations.map(({ from, verb, to }) => {
    const label = verb === '' ? '' : `|"${labelled(verb)}"|`
    return `  ${nodeOf(from)} -->${label} ${nodeOf(to)}`
  })
  return ['flowchart LR', ...nodes, ...edges].join('\n')
}

/** Quotation marks, number signs and angle brackets are syntax in Mermaid; backticks would end the block. */
const labelled = (text: string) => text.replaceAll(/["#<>`&]/g, (sign) => `#${sign.codePointAt(0) ?? 0};`)
