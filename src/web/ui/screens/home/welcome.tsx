import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/query'
import { buttonClass } from '../../components/controls/button'
import { BookOpenIcon } from '../../components/icons'
import { EmptyState } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'

/** Shown while there is no content. The advice depends on the user's permissions. */
export function Welcome() {
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data
  const mayAdd = usePermission('libraries:write')
  const hasLibrary = (libraries?.length ?? 0) > 0
  return (
    <>
      <h1 className="hidden-words">{t('Home')}</h1>
      <EmptyState icon={BookOpenIcon} title={t('Nothing to read yet')}>
        <p>{getAdvice(hasLibrary, mayAdd)}</p>
        {!hasLibrary && mayAdd && (
          <Link to="/add-library" className={buttonClass('primary')}>
            {t('Add library')}
          </Link>
        )}
        {hasLibrary && (
          <Link to="/library" search={{}} className={buttonClass('plain')}>
            {t('Go to library')}
          </Link>
        )}
      </EmptyState>
    </>
  )
}

function getAdvice(hasLibrary: boolean, mayAdd: boolean) {
  if (hasLibrary) {
    return t('New books and what you’re reading appear here once a scan has found books')
  }
  return mayAdd
    ? t('Add a library to tell Quire where your books are')
    : t('Ask your server administrator for access to a library')
}
