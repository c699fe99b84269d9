import { type Archive, pathFrom } from './archive.ts'
import { forEachElement } from './xml-nodes.ts'

/** A relationship of a part to another one (ECMA-376 part 2, chapter 6.5). */
export interface Relationship {
  readonly id: string
  /** the last segment of its type, which is the same in both variants of Open XML, such as `worksheet` */
  readonly type: string
  /** the name of the other part */
  readonly partName: string
}

/** Returns the relationships of a part to other parts of the archive; of the package itself for an empty name. */
export function relationshipsOf(archive: Archive, partName: string): readonly Relationship[] {
  const slash = partName.lastIndexOf('/') + 1
  const relationships: Relationship[] = []
  forEachElement(
    archive.read(`${partName.slice(0, slash)}_rels/${partName.slice(slash)}.rels`),
    (name, attributes) => {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      relationships.push({
        id: attributes.get('Id') ?? '',
        type: (attributes.get('Type') ?? '').split('/').at(-1) ?? '',
        partName: pathFrom(partName, attributes.get('Target') ?? ''),
      })
    },
  )
  return relationships
}

/** Returns the parts that relationships of a type name, in their order. */
export const partsOfType = (relationships: readonly Relationship[], type: string): readonly string[] =>
  relationships.filter((relationship) => relationship.type === type).map(({ partName }) => partName)

const MAIN_TYPE =
  /(?:document|template|presentation|slideshow|sheet|worksheet|addin)(?:\.macroEnabled)?\.main\+xml$/i
const USUAL_NAMES = ['word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml']

/**
 * Returns the name of the main part of an Open XML package: by the package's relationship, else by the content types, else by
 * the usual names. Undefined if there is none.
 */
export function mainPartOf(archive: Archive): string | undefined {
  const related = partsOfType(relationshipsOf(archive, ''), 'officeDocument').find((partName) =>
    archive.has(partName),
  )
  if (related !== undefined) return related
  let typed: string | undefined
  forEachElement(archive.read('[Content_Types].xml'), (name, attributes) => {
    if (name !== 'Override' || !MAIN_TYPE.test(attributes.get('ContentType') ?? '')) return
    const partName = pathFrom('', attributes.get('PartName') ?? '')
    if (archive.has(partName)) typed ??= partName
  })
  return typed ?? USUAL_NAMES.find((name) => archive.has(name))
}
