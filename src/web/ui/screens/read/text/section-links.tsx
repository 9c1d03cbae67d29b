import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import type { Way } from '../pages/engine/turn-page'
import type { Place } from './engine/position-tracker'
import text from './text.module.css'

interface PartEndsProps {
  place: Place
  turn(way: Way): void
}

/** In a strip a part ends where the strip ends: this leads on, for whoever has no keys. It stands in the margins. */
export function PartEnds({ place: { part, isAtStart, isAtEnd }, turn }: PartEndsProps) {
  const leadsBack = part.isAtStart && !isAtStart
  if (!leadsBack && !part.isAtEnd) return null
  return (
    <nav className={text.ends} aria-label={t('Parts of the book')}>
      <div>
        {leadsBack && (
          <Button small onClick={() => turn('back')}>
            {t('The part before')}
          </Button>
        )}
      </div>
      <div>
        {part.isAtEnd && (
          <Button small look="primary" onClick={() => turn('forward')}>
            {isAtEnd ? t('Finish the book') : t('Read on')}
          </Button>
        )}
      </div>
    </nav>
  )
}
