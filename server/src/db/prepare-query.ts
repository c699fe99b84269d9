import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './schema.ts'
import { isPostgres } from './write-transaction.ts'

/** A placeholder in a query for a value that is bound at each run. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Prepares a query that is built once for all runs, for queries in every request: Kysely takes longer to
 * build one than SQLite to run it. `build` receives placeholders, so it may use the values, but not read
 * them; each run binds the same parameters.
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
  // Kysely passes any value on; only the placeholder's declared type fits its builders.
  return Object.fromEntries(entries) as Parameters
}
