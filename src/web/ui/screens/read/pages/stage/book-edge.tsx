/** Cards that appear when the user turns past the first or last page. */
import { useRef } from 'react'
import { EndCard, type EndCardProps } from '../../end-card'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Size } from '../engine/model'
import type { Zone } from '../engine/turn-page'
import styles from './stage.module.css'
import { useGestures } from './use-gestures'
import type { Reading } from '../use-page-turns'

interface EdgeProps extends EndCardProps {
  reading: Reading
  settings: Settings
  stage: Size
  act(zone: Zone): void
}

export function Edge({ reading, settings, stage, act, ...card }: EdgeProps) {
  const element = useRef<HTMLDivElement>(null)
  const direction = settings['reader.direction']
  const { handlers } = useGestures(
    element,
    {
      stage,
      content: stage,
      direction,
      zones: settings['reader.tapZones'],
      act,
      turn: reading.go,
      canZoom: false,
    },
    card.at,
  )
  return (
    <div
      ref={element}
      className={styles.edge}
      style={{ touchAction: direction === 'ttb' ? 'none' : 'pan-y' }}
      {...handlers}
    >
      <EndCard {...card} />
    </div>
  )
}
