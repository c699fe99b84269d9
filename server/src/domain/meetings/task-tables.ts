/** A task found in a Markdown reply. */
export interface Task {
  readonly text: string
  readonly assignee: string | null
  /** a day, as in 2026-11-24 */
  readonly dueDate: string | null
}

const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const MAX_TEXT_LENGTH = 300
const MAX_NAME_LENGTH = 100

/** Headings that models use for the task, owner and date columns, in the nine languages of the interface. */
const HEADINGS = {
  task: wordSet(
    'task, tasks, action, actions, action item, action items, to do, todo, what, aufgabe, aufgaben, was, maßnahme, tarea, tareas, qué, acción, tâche, tâches, quoi, compito, compiti, attività, cosa, azione, tarefa, tarefas, o quê, ação, タスク, 作業, 内容, アクション, 할 일, 업무, 작업, 任务, 事项, 行动项, 待办',
  ),
  assignee: wordSet(
    'who, owner, assignee, assigned to, responsible, person, wer, verantwortlich, zuständig, quién, responsable, asignado a, qui, assigné à, chi, responsabile, assegnato a, quem, responsável, 担当, 担当者, 담당, 담당자, 负责人, 责任人',
  ),
  dueDate: wordSet(
    'due, due date, deadline, by when, when, date, fällig, fällig am, bis wann, frist, termin, cuándo, fecha, fecha límite, échéance, date limite, quand, scadenza, entro quando, quando, data, prazo, 期限, 期日, 기한, 마감, 截止日期, 期限日, 时间',
  ),
} as const

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(', '))
}

/** Returns the tasks of every Markdown table that has both a task heading and an owner heading. */
export function tasksOfTables(lines: readonly string[]): readonly Task[] {
  const tasks: Task[] = []
  for (const [index, line] of lines.entries()) {
    if (!isRule(line)) continue
    const columns = columnsOf(lines[index - 1] ?? '')
    if (columns.task === -1 || columns.assignee === -1) continue
    for (const row of lines.slice(index + 1)) {
      if (!row.startsWith('|')) break
      const task = taskOf(cellsOf(row), columns)
      if (task) tasks.push(task)
    }
  }
  return tasks
}

/** True for the line between a table's headings and its rows: `|---|:-:|`. */
const isRule = (line: string) => line.startsWith('|') && line.includes('-') && /^[|:\s-]+$/.test(line)

const cellsOf = (row: string) =>
  row
    .replace(/^\|/, '')
    .split('|')
    .map((cell) => cell.replaceAll(/\*\*|__|`/g, '').trim())

function columnsOf(heading: string) {
  const cells = cellsOf(heading).map((cell) => cell.toLowerCase())
  const find = (name: keyof typeof HEADINGS) => cells.findIndex((cell) => HEADINGS[name].has(cell))
  return { task: find('task'), assignee: find('assignee'), dueDate: find('dueDate') }
}

function taskOf(cells: readonly string[], columns: ReturnType<typeof columnsOf>): Task | undefined {
  const text = cells[columns.task]?.slice(0, MAX_TEXT_LENGTH)
  if (!text) return undefined
  const assignee = cells[columns.assignee]?.slice(0, MAX_NAME_LENGTH) ?? ''
  const date = cells[columns.dueDate] ?? ''
  return {
    text,
    assignee: /\p{L}/u.test(assignee) ? assignee : null,
    dueDate: ISO_DATE.test(date) ? date : null,
  }
}
