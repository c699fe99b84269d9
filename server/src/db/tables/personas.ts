/** The style that a member chose for an agent in one conversation. */
export interface PersonasTable {
  readonly user_id: string
  readonly conversation_id: string
  readonly agent_id: string
  readonly persona: string
  /** milliseconds since 1970 */
  readonly updated_at: number
}
