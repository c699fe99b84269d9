import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './schema.ts'
import { isPostgres } from './write-transaction.ts'

/** Stands in a query for a value that comes with each run. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built once for all runs, for those that every request waits for: Kysely takes longer to build one than
 * SQLite to run it. `build` sees stand-ins, so it may place the values, but not look at them; each run brings the same ones.
 */
export function prepareQuery<Parameters extends object, Row>(
  build: (database: Database, parameters: Parameters) => Compilable<Row>,
): (database: Database, parameters: Parameters) => Promise<QueryResult<Row>> {
  const built = new Map<boolean, CompiledQuery<Row>>()
  return (database, parameters) => {
    const dialect = isPostgres(database)
    const query = built.get(dialect) ?? build(database, standIns(parameters)).compile()
    built.set(dialect, query)
    return database.executeQuery({
      ...query,
      parameters: query.parameters.map((value): unknown =>
        value instanceof Parameter ? Reflect.get(parameters, value.name) : value,
      ),
    })
  }
}

function standIns<Parameters extends object>(parameters: Parameters): Parameters {
  const entries = Object.keys(parameters).map((name) => [name, new Parameter(name)])
  // Kysely passes on whatever value it is given; only their own types fit its builders.
  return Object.fromEntries(entries) as Parameters
}
