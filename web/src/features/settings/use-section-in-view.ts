import { useEffect, useState } from 'react'
import { SECTIONS, type SectionId } from './sections.ts'

/** Returns the section that is being read: the topmost in the upper half of the screen. */
export function useSectionInView(isSearching: boolean): SectionId {
  const [inView, setInView] = useState<SectionId>('listening')
  useEffect(() => {
    if (isSearching) return
    const seen = new Set<string>()
    const ids: SectionId[] = [
      ...SECTIONS.map(({ id }) => id),
      'usage',
      'keys',
      'billing',
      'teams',
      'memory',
      'data',
      'account',
    ]
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const top = ids.find((id) => seen.has(id))
        if (top) setInView(top)
      },
      { rootMargin: '0px 0px -60% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [isSearching])
  return inView
}
