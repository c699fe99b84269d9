import { useState } from 'react'
import { BarTable } from '#ui/display/bar-table.tsx'
import { Card } from '#ui/display/card.tsx'
import { PeriodFields } from '#ui/controls/period-fields.tsx'
import { Table } from '#ui/display/table.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './gallery.module.css'
import { GallerySection } from './specimen.tsx'

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'notes', label: 'Notes' },
  { id: 'transcript', label: 'Transcript' },
] as const

const ROWS = [
  ['Basic', '10 000', '€ 5'],
  ['Creator', '100 000', '€ 20'],
] as const

export function StructureSection() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('summary')
  const [days, setDays] = useState({ from: '2026-11-01', to: '2026-11-21' })
  return (
    <GallerySection title="Structure">
      <div className={styles['columns']}>
        <Card>
          <h3>Card</h3>
          <p>Only for what is really separate.</p>
        </Card>
        <Card isSelected>
          <h3>Chosen card</h3>
          <p>Told by its edge.</p>
        </Card>
      </div>
      <Tabs label="Meeting" tabs={TABS} selected={tab} onSelect={setTab}>
        <p>The {tab} stands here.</p>
      </Tabs>
      <Table caption="Plans">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col" data-align="end">
              Tokens a day
            </th>
            <th scope="col" data-align="end">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([plan, tokens, price]) => (
            <tr key={plan}>
              <th scope="row">{plan}</th>
              <td data-align="end">{tokens}</td>
              <td data-align="end">{price}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className={styles['columns']}>
        <PeriodFields fromLabel="From" toLabel="To" {...days} onChange={setDays} />
      </div>
      <BarTable
        caption="Tokens by day"
        columns={['Day', 'Tokens']}
        rows={[
          { key: 'mon', name: 'Monday', size: 12_000, figures: ['12 000'] },
          { key: 'tue', name: 'Tuesday', size: 4_000, figures: ['4 000'] },
          { key: 'wed', name: 'Wednesday', size: 0, figures: ['0'] },
        ]}
        total={{ name: 'Together', figures: ['16 000'] }}
      />
      <h1>Heading 1</h1>
      <h2>Heading 2</h2>
      <h3>Heading 3</h3>
      <p>
        Text with <a href="#top">a link</a>, <code>code</code> and <strong>weight</strong>.
      </p>
      <p lang="ja">声で話しかけると、すぐに答えが返ってきます。</p>
      <p lang="zh">对它说话，它会马上回答。</p>
      <p lang="ko">말을 걸면 바로 대답해 줍니다.</p>
    </GallerySection>
  )
}
