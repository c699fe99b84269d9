/** How a member wishes an agent to speak in one conversation. */
export interface PersonasTable {
  readonly user_id: string
  readonly conversation_id: string
  readonly agent_id: string
  readonly persona: string
  /** milliseconds since 1970 */
  readonly updated_at: number
}
