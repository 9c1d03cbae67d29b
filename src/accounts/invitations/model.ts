import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  instantText,
  integer,
  list,
  named,
  nullable,
  oneOf,
  patchable,
  shape,
  type Static,
  text,
  uniqueList,
} from '../../platform/http/shapes'
import { roles } from '../permissions/model'
import { UserCreation } from '../users/model'

const libraryIds = () => nullable(uniqueList(id(), { maxItems: 1000 }))

const invitationMembers = {
  id: id(),
  note: anyText({ description: 'Whom it is for' }),
  role: oneOf(roles),
  libraryIds: nullable(list(id()), { description: 'null: all libraries' }),
  accessGroupIds: list(id(), { description: 'Access groups of the new account' }),
  maxUses: integer({ description: 'How many people may use it' }),
  usedCount: integer(),
  createdBy: anyText({ description: 'Username of who made it' }),
  createdAt: instant(),
  expiresAt: instant(),
}
export const Invitation = named('Invitation', invitationMembers)
export type Invitation = Static<typeof Invitation>
export const Invitations = PageOf(Invitation)
export const InvitationQuery = shape(PageQuery)
export type InvitationQuery = Static<typeof InvitationQuery>

export const NewInvitation = named('NewInvitation', {
  ...invitationMembers,
  token: anyText({ description: 'The secret of the link; returned only in this response' }),
  path: anyText({ description: 'The link below the address of the server' }),
})

export const InvitationCreation = named('InvitationCreation', {
  note: patchable(text(100)),
  role: patchable(oneOf(roles)),
  libraryIds: patchable(libraryIds()),
  accessGroupIds: patchable(
    uniqueList(id(), {
      maxItems: 100,
      description:
        'Access groups of the new account. Requires system:admin; not for administrators.',
    }),
  ),
  maxUses: patchable(integer({ minimum: 1, maximum: 1000 })),
  expiresAt: patchable(instantText()),
})
export type InvitationCreation = Static<typeof InvitationCreation>

const token = () => text(200, { minLength: 1 })

export const InvitationToken = shape({ token: token() })
export const InvitationView = named('InvitationView', {
  createdBy: anyText(),
  expiresAt: instant(),
})

const { username, email, password } = UserCreation.properties
export const Registration = named('Registration', {
  username,
  email,
  password,
  invitation: patchable(text(200)),
})
export type Registration = Static<typeof Registration>
