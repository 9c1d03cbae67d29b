/** Chooses the libraries that a user can see. */
import { t } from '../../../i18n/i18n'
import { LibraryChoice, type Reach } from '../libraries/library-choice'

interface LibraryAccessProps {
  value: Reach
  onChange: (value: string[] | null) => void
}

export const LibraryAccess = (props: LibraryAccessProps) => (
  <LibraryChoice
    {...props}
    hint={(count) =>
      count === 0 ? t('No access to any library') : t('This user can’t see any other library')
    }
  />
)
