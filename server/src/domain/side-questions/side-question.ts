/** The options of a question that Vee asks by itself: to the plain agent, without tools, and no part of a conversation. */
export const SIDE_QUESTION = {
  agentId: 'v_agent',
  personaOverride: null,
  useTools: false,
  isKept: false,
  stopsWithCaller: true,
} as const
