import { type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '../../../i18n/i18n'
import { isSwitchedOff } from '../../../state/browser/single-keys'
import type { Change, Settings } from '../hooks/use-reader-settings'
import {
  directionLabels,
  modeLabels,
  pageLayoutLabels,
  scalingLabels,
} from '../../../labels/reader-labels'
import { type Command, getCommand } from './engine/reader-keys'
import type { ReaderMarks } from '../frame/reader-marks'
import type { ReaderPanels } from '../frame/reader-panels'
import type { PagePosition } from './page-position'
import type { Pdf } from './pdf/use-pdf'
import { toggleAutoScroll } from './webtoon/chapter-run'
import type { StageHandle } from './stage/stage'

interface Actions {
  readonly settings: Settings
  readonly position: PagePosition
  readonly panels: ReaderPanels
  readonly marks: ReaderMarks
  /** Whether the book has text, and its table of contents. */
  readonly pdf: Pick<Pdf, 'hasText' | 'toc'>
  readonly stage: RefObject<StageHandle | null>
  change(change: Change): void
  /** Shows the new setting as text, because two choices may look the same on the current page. */
  showStatus(words: string): void
  shift(): void
  openGoToPage(): void
  fullScreen(): void
  leave(): void
}

/** Handles the keyboard shortcuts of the page reader. The keys are in engine/reader-keys.ts. */
export function useReaderKeys(actions: Actions) {
  const latest = useRef(actions)
  latest.current = actions
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event) || isSwitchedOff(event)) return
      const command = getCommand(event, latest.current.settings['reader.direction'])
      if (!command || (command === 'return' && latest.current.position.origin === null)) return
      event.preventDefault()
      commands[command](latest.current)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const modes = ['paged', 'continuous', 'webtoon'] as const
const fits = ['screen', 'width', 'height', 'original'] as const
const directions = ['ltr', 'rtl', 'ttb'] as const
const views = ['auto', 'single', 'double'] as const

const commands: Record<Command, (actions: Actions) => void> = {
  forward: ({ position }) => position.turn('forward'),
  back: ({ position }) => position.turn('back'),
  first: ({ position }) => position.goTo(1),
  last: ({ position }) => position.goTo(position.total),
  return: ({ position }) => position.goBack(),
  'pages-per-view': ({ change, showStatus, settings }) => {
    const spread = after(views, settings['reader.spread'])
    change({ 'reader.spread': spread })
    showStatus(`${t('Page layout')}: ${pageLayoutLabels()[spread]}`)
  },
  shift: ({ shift }) => shift(),
  fit: ({ change, showStatus, settings }) => {
    const fit = after(fits, settings['reader.fit'])
    change({ 'reader.fit': fit })
    showStatus(`${t('Scaling')}: ${scalingLabels()[fit]}`)
  },
  mode: ({ change, showStatus, settings }) => {
    const mode = after(modes, settings['reader.mode'])
    change({ 'reader.mode': mode })
    showStatus(`${t('Reading mode')}: ${modeLabels()[mode]}`)
  },
  'auto-scroll': ({ settings }) => {
    if (settings['reader.mode'] !== 'paged') toggleAutoScroll()
  },
  direction: ({ change, showStatus, settings }) => {
    const direction = after(directions, settings['reader.direction'])
    change({ 'reader.direction': direction })
    showStatus(`${t('Reading direction')}: ${directionLabels()[direction]}`)
  },
  bookmark: ({ marks }) => marks.toggleBookmark(),
  'go-to-page': ({ openGoToPage }) => openGoToPage(),
  'page-strip': ({ panels }) => panels.toggle('pages'),
  contents: ({ pdf, panels }) => {
    if (pdf.hasText || pdf.toc.length > 0) panels.toggle('contents')
  },
  search: ({ pdf, panels }) => {
    if (pdf.hasText) panels.toggle('search')
  },
  'full-screen': ({ fullScreen }) => fullScreen(),
  bars: ({ panels }) => panels.toggleBars(),
  settings: ({ panels }) => panels.toggle('settings'),
  help: ({ panels }) => panels.toggle('keys'),
  'zoom-in': ({ stage }) => stage.current?.zoomBy(1.3),
  'zoom-out': ({ stage }) => stage.current?.zoomBy(1 / 1.3),
  'zoom-reset': ({ stage }) => stage.current?.resetZoom(),
  leave: ({ panels, leave }) => (panels.panel ? panels.close() : leave()),
}

const after = <Value>(values: readonly Value[], value: Value): Value =>
  values[(values.indexOf(value) + 1) % values.length] ?? value

/**
 * Whether a dialog, menu, field or button handles the key. Escape leaves the panel that contains
 * the field.
 */
const isElsewhere = ({ target, key }: KeyboardEvent) => {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"], [role="menu"]')) return true
  if (key === 'Escape') return false
  if (target.closest('input, textarea, select')) return true
  // These keys activate the control that has the focus.
  return [' ', 'Enter'].includes(key) && target.closest('a, button, [role="switch"]') !== null
}
