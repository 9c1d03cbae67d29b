import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/query'
import { buttonClass } from '../../components/controls/button'
import { BookOpenIcon } from '../../components/icons'
import { EmptyState } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { useMay } from '../../state/session/session'

/** Nothing to read yet: what to do about it depends on who asks. */
export function Welcome() {
  const libraries = useQuery(ask('/api/v1/libraries')).data
  const mayAdd = useMay('libraries:write')
  const hasLibrary = (libraries?.length ?? 0) > 0
  return (
    <>
      <h1 className="hidden-words">{t('Home')}</h1>
      <EmptyState icon={BookOpenIcon} title={t('Nothing to read yet')}>
        <p>{wordsFor(hasLibrary, mayAdd)}</p>
        {!hasLibrary && mayAdd && (
          <Link to="/add-library" className={buttonClass('primary')}>
            {t('Add a library')}
          </Link>
        )}
        {hasLibrary && (
          <Link to="/library" search={{}} className={buttonClass('plain')}>
            {t('Go to the library')}
          </Link>
        )}
      </EmptyState>
    </>
  )
}

function wordsFor(hasLibrary: boolean, mayAdd: boolean) {
  if (hasLibrary) {
    return t('Once a library is scanned, what is new and what you are reading stands here.')
  }
  return mayAdd
    ? t('Add a library: tell Quire in which folder your books are.')
    : t('Ask the person who runs this server to let you see a library.')
}
