/** Codes of the server in words for people. */
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'

type User = Schemas['User']

export function roleWords(role: User['role']): string {
  switch (role) {
    case 'reader':
      return t('Reader')
    case 'maintainer':
      return t('Caretaker')
    case 'admin':
      return t('Administrator')
  }
}
