/** Files and addresses that agents search. Exactly one of `user_id` and `organization_id` is set: who has it, and its agent or its project. */
export interface KnowledgeBasesTable {
  readonly id: string
  readonly user_id: string | null
  readonly organization_id: string | null
  /** the custom agent that answers from it; null: all agents */
  readonly agent_id: string | null
  /** the project in whose conversations agents answer from it; null: everywhere */
  readonly project_id: string | null
  readonly name: string
  /** milliseconds since 1970 */
  readonly created_at: number
  readonly updated_at: number
}

/** A file or an address of a knowledge base. Its text is in a sealed file. */
export interface KnowledgeFilesTable {
  readonly id: string
  readonly knowledge_id: string
  readonly name: string
  /** of a page; null for a file */
  readonly url: string | null
  /** where the text of a file comes from; null for a page */
  readonly attachment_owner: string | null
  readonly attachment_id: string | null
  readonly state: 'waiting' | 'reading' | 'ready' | 'failed'
  readonly error: string | null
  readonly error_message: string | null
  /** name of the sealed file; null while there is no text */
  readonly text_file: string | null
  readonly text_salt: string | null
  readonly text_bytes: number
  /** bytes of texts that its owner may have by their plan, as of its addition */
  readonly most_bytes: number
  readonly section_count: number | null
  /** increases with each text that is stored */
  readonly version: number
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970; when the text was stored */
  readonly read_at: number | null
  /** milliseconds since 1970; when it is to be read, or read again; null: never */
  readonly due_at: number | null
  /** milliseconds since 1970; until then a server is reading it */
  readonly lease_until: number | null
}

/** A member whose passages are embedded: one who has searched lately. */
export interface KnowledgeEmbeddingsTable {
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly searched_at: number
  /** milliseconds since 1970; when passages are to be embedded, or those that are gone forgotten */
  readonly due_at: number
  /** milliseconds since 1970; until then a server does that */
  readonly lease_until: number | null
}

/** Vectors of some of a member's passages. */
export interface KnowledgeVectorsTable {
  readonly id: string
  readonly user_id: string
  /** of the embedder: vectors of another one are deleted */
  readonly model: string
  readonly passage_count: number
  /** sealed: digests of the passages, and their vectors */
  readonly vectors: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
