/** Two strands of the presence, in the shape of a V. */
export function Logo() {
  return (
    <svg width="30" height="24" viewBox="0 0 30 24" fill="none" stroke="currentColor" aria-hidden="true">
      <g strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2 5c6 0 6.5 14 13 14S22 5 28 5" />
        <path d="M2 5c5.5 1.5 8 8 13 8s7.500-6.500 13-8" opacity="0.55" />
      </g>
    </svg>
  )
}
