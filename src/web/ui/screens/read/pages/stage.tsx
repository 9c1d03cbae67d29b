/** One spread on the screen, turned like a page. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../../api/client'
import { Button } from '../../../components/button'
import { classes } from '../../../components/class-names'
import { RefreshIcon, WarningIcon } from '../../../components/icons'
import { Loading } from '../../../components/states'
import { t } from '../../../i18n/i18n'
import { scrollOn } from './scroll-on'
import type { Settings } from '../use-reader-settings'
import type { Size } from './engine/model'
import type { Way, Zone } from './engine/turning'
import styles from './stage.module.css'
import { useGestures } from './use-gestures'
import { contentSize, Sheets } from './sheets'
import { useImages } from './use-images'
import type { Reading } from './use-reading'

interface StageProps {
  pages: readonly Schemas['BookPage'][]
  reading: Reading
  settings: Settings
  stage: Size
  act(zone: Zone): void
  /** Where the keyboard reaches what only the stage knows: zoom, and scrolling before a turn. */
  handle: React.RefObject<StageHandle | null>
}

export interface StageHandle {
  zoomBy(factor: number): void
  resetZoom(): void
  /** Scrolls a spread that is higher than the stage; false when it is at its end. */
  scroll(way: Way): boolean
}

export function Stage({ pages, reading, settings, stage, act, handle }: StageProps) {
  const element = useRef<HTMLDivElement>(null)
  const { shown, isWaiting, retry } = useImages(pages, reading, { stage, settings })
  const content = shown ? contentSize(shown, { stage, settings }) : stage
  const key = shown?.spread.map(({ number }) => number).join('-') ?? ''
  const { view, handlers, zoomBy, resetZoom } = useGestures(
    element,
    {
      stage,
      content,
      direction: settings['reader.direction'],
      zones: settings['reader.tapZones'],
      act,
      turn: reading.go,
    },
    key,
  )
  useEffect(() => {
    handle.current = {
      zoomBy,
      resetZoom,
      scroll: (way) => view.scale === 1 && scrollOn(element.current, way),
    }
  })
  useLayoutEffect(() => {
    element.current?.scrollTo(0, 0)
  }, [key])
  return (
    <div
      ref={element}
      className={classes(styles.stage, view.scale > 1 && styles.zoomed)}
      data-page={reading.page}
      style={{ touchAction: panning(content, stage, view.scale) }}
      {...handlers}
    >
      {shown && !shown.failed && (
        <Sheets key={key} {...{ shown, content, view, settings, pages }} way={reading.way} />
      )}
      {shown?.failed && !isWaiting && <Unreadable retry={retry} />}
      {(!shown || isWaiting) && (
        <div className={styles.waiting}>
          <Loading />
        </div>
      )}
    </div>
  )
}

/** The browser moves what does not fit the stage; every other way of a finger is ours. */
function panning(content: Size, stage: Size, scale: number) {
  if (scale > 1) return 'none'
  const ways = [content.width > stage.width && 'pan-x', content.height > stage.height && 'pan-y']
  return ways.filter(Boolean).join(' ') || 'none'
}

const Unreadable = ({ retry }: { retry: () => void }) => (
  <div className={styles.unreadable} role="alert">
    <WarningIcon size={32} />
    <p>{t('This page could not be shown.')}</p>
    <Button icon={RefreshIcon} onClick={retry}>
      {t('Try again')}
    </Button>
  </div>
)
