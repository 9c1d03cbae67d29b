import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../../../state/store'
import { usePanels } from '../../frame/reader-panels'
import type { Change, Scope, Settings } from '../../hooks/use-reader-settings'
import { autoScrolling } from './chapter-run'
import type * as Parts from './webtoon-parts'

const missing = () => ({ default: () => null })
const loadParts = () => import('./webtoon-parts')
const AutoScrollBar = lazy<ComponentType<ComponentProps<typeof Parts.AutoScrollBar>>>(() =>
  loadParts().then((part) => ({ default: part.AutoScrollBar }), missing),
)
const WebtoonQuestion = lazy<ComponentType<ComponentProps<typeof Parts.WebtoonQuestion>>>(() =>
  loadParts().then((part) => ({ default: part.WebtoonQuestion }), missing),
)

interface NoticesProps {
  /** Whether to ask the user if the book is a webtoon. */
  asks: boolean
  settings: Settings
  change(change: Change, at?: Scope): void
}

/** Rows above the pages. Like the toolbars, they never cover a page. */
export function WebtoonNotices({ asks, settings, change }: NoticesProps) {
  const { hasBars } = usePanels()
  const isScrolling = useStore(autoScrolling)
  const mode = settings['reader.mode']
  useEffect(() => {
    if (mode === 'paged') autoScrolling.set(false)
  }, [mode])
  return (
    <Suspense>
      {isScrolling && hasBars && mode !== 'paged' && (
        <AutoScrollBar settings={settings} change={change} />
      )}
      {asks && (
        <WebtoonQuestion onAnswer={(answer) => change({ 'reader.mode': answer }, 'series')} />
      )}
    </Suspense>
  )
}
