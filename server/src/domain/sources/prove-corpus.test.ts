import { expect, it } from 'vitest'
import { findProofIn } from './prove.ts'

// Sentences as models write them about pages: those that the page supports, and traps that differ in a figure, a name or a quote.

interface Page {
  readonly about: string
  readonly text: string
  readonly supported: readonly string[]
  readonly traps: readonly string[]
}

const PAGES: readonly Page[] = [
  {
    about: 'Tide tables – NOAA noaa.gov',
    text: `High tide at San Francisco comes about 50 minutes later each day, because the Moon moves along its orbit.
Spring tides happen twice a month, around new and full moon. Neap tides follow about seven days later.
The largest tidal range in the world, 16.3 metres, is found in the Bay of Fundy in Canada.
Storm surges added 2.4 m to the tide during Hurricane Sandy in October 2012, the agency reported.
"Tides are predictable centuries ahead; surges are not," said oceanographer Maria Lopez.`,
    supported: [
      'According to NOAA, high tide at San Francisco comes roughly 50 minutes later every day.',
      'Spring tides happen twice a month, at new and full moon.',
      'The Bay of Fundy in Canada has the largest tidal range, 16.3 metres.',
      'During Hurricane Sandy in October 2012 storm surges added 2.4 m to the tide.',
      'Maria Lopez said that "tides are predictable centuries ahead".',
      'Laut NOAA liegt der größte Tidenhub der Welt mit 16,3 Metern in der Bay of Fundy.',
      'Lors de l’ouragan Sandy, en octobre 2012, l’onde de tempête a ajouté 2,4 m à la marée.',
    ],
    traps: [
      'High tide at San Francisco comes about 15 minutes later each day.',
      'The largest tidal range in the world, 13.6 metres, is found in the Bay of Fundy.',
      'The largest tidal range in the world, 16.3 metres, is found in the Bristol Channel in Wales.',
      'Storm surges added 2.4 m to the tide during Hurricane Katrina in August 2005.',
      'Maria Lopez said that "surges are predictable centuries ahead".',
      'Tides are caused mainly by the rotation of the Earth.',
    ],
  },
  {
    about: 'Stadtbibliothek Kiel kiel.de',
    text: `Die Stadtbibliothek Kiel hat dienstags bis freitags von 10 bis 19 Uhr geöffnet, samstags von 10 bis 14 Uhr.
Montags und sonntags bleibt das Haus geschlossen. Ein Ausweis kostet 24 Euro im Jahr, für Schüler ist er kostenlos.
Im Jahr 2025 wurden 812.000 Medien ausgeliehen, davon ein Drittel digital.
Das neue Café im Erdgeschoss wird von der Bäckerei Günther betrieben.`,
    supported: [
      'Die Bibliothek ist dienstags bis freitags von 10 bis 19 Uhr geöffnet.',
      'Ein Ausweis kostet 24 Euro im Jahr und ist für Schüler kostenlos.',
      '2025 wurden 812.000 Medien ausgeliehen, ein Drittel davon digital.',
      'Das Café im Erdgeschoss betreibt die Bäckerei Günther.',
      'In 2025 the Kiel library lent 812,000 items.',
    ],
    traps: [
      'Die Bibliothek ist dienstags bis freitags von 9 bis 20 Uhr geöffnet.',
      'Ein Ausweis kostet 42 Euro im Jahr.',
      '2025 wurden 821.000 Medien ausgeliehen.',
      'Das Café im Erdgeschoss betreibt die Konditorei Fiedler.',
      'Sonntags öffnet die Bibliothek von 12 bis 16 Uhr.',
    ],
  },
  {
    about: '国立天文台 nao.ac.jp',
    text: `ペルセウス座流星群は毎年8月12日から13日ごろに極大を迎える。2026年の極大は8月13日午前0時ごろと予想されている。
条件がよければ1時間に50個程度の流星が見られる。月明かりの影響はほとんどない。`,
    supported: [
      'ペルセウス座流星群は毎年8月12日から13日ごろに極大を迎えます。',
      '条件がよければ、1時間に50個ほどの流星が見られます。',
      '2026年の極大は8月13日午前0時ごろと予想されています。',
    ],
    traps: [
      '条件がよければ1時間に100個程度の流星が見られます。',
      '2026年の極大は8月15日午前3時ごろと予想されています。',
      'ふたご座流星群は12月に極大を迎えます。',
    ],
  },
  {
    about: 'Bicing – Ajuntament de Barcelona',
    text: `El servicio Bicing tiene 7.000 bicicletas y 519 estaciones en toda la ciudad de Barcelona.
El abono anual cuesta 50 euros; los primeros 30 minutos de cada viaje son gratuitos para las bicicletas mecánicas.
En 2025 se hicieron 17,2 millones de viajes, un 6 % más que el año anterior.`,
    supported: [
      'Bicing tiene 7.000 bicicletas y 519 estaciones en Barcelona.',
      'El abono anual cuesta 50 euros.',
      'En 2025 se hicieron 17,2 millones de viajes, un 6 % más que el año anterior.',
      'In 2025 people made 17.2 million trips, 6% more than the year before.',
    ],
    traps: [
      'Bicing tiene 6.000 bicicletas y 519 estaciones en Barcelona.',
      'El abono anual cuesta 35 euros.',
      'En 2025 se hicieron 12,7 millones de viajes.',
      'Los primeros 45 minutos de cada viaje son gratuitos.',
    ],
  },
  {
    about: 'Release notes – Node.js nodejs.org',
    text: `Node.js 24 was released on May 6, 2025. It ships V8 13.6 and npm 11. The permission model is no longer experimental: the flag is now --permission.
Support for Windows builds with MSVC was removed; ClangCL is required. Node.js 24 enters long-term support in October 2025 and reaches its end of life in April 2028.`,
    supported: [
      'Node.js 24 was released on May 6, 2025, with V8 13.6 and npm 11.',
      'Building on Windows now requires ClangCL, as support for MSVC was removed.',
      'Node.js 24 enters long-term support in October 2025.',
      'Its end of life is in April 2028.',
    ],
    traps: [
      'Node.js 24 was released on April 22, 2025.',
      'Node.js 24 ships V8 12.4 and npm 10.',
      'Node.js 24 reaches its end of life in April 2030.',
      'Building on Windows now requires GCC.',
    ],
  },
]

it('at least 90 % of supported sentences are proven, and no trap is', () => {
  const find = new Map(PAGES.map((page) => [page, findProofIn(page.text, page.about)]))
  const failing = (kind: 'supported' | 'traps') =>
    PAGES.flatMap((page) =>
      page[kind].filter((sentence) => (find.get(page)?.(sentence) === undefined) === (kind === 'supported')),
    )
  const supported = PAGES.flatMap((page) => page.supported)
  expect(failing('traps')).toEqual([])
  expect(failing('supported').length / supported.length, failing('supported').join('\n')).toBeLessThanOrEqual(
    0.1,
  )
})
