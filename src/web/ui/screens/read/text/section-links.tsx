import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import type { Place } from './engine/position-tracker'
import text from './text.module.css'
import { useTextPosition } from './text-position'

interface PartEndsProps {
  place: Place
}

/**
 * Links to the adjacent sections for users without a keyboard: a strip contains only one section.
 */
export function SectionLinks({ place: { part, isAtStart, isAtEnd } }: PartEndsProps) {
  const { turn } = useTextPosition()
  const isAtPartStart = part.isAtStart && !isAtStart
  if (!isAtPartStart && !part.isAtEnd) return null
  return (
    <nav className={text.ends} aria-label={t('Book sections')}>
      <div>
        {isAtPartStart && (
          <Button small onClick={() => turn('back')}>
            {t('Previous section')}
          </Button>
        )}
      </div>
      <div>
        {part.isAtEnd && (
          <Button small variant="primary" onClick={() => turn('forward')}>
            {isAtEnd ? t('Finish book') : t('Next section')}
          </Button>
        )}
      </div>
    </nav>
  )
}
