import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from './guard'
import { AllRolePermissions } from './model'
import { listRolePermissions } from './permission-rules'

export const roleRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Users'] }).use(guard(ctx)).get('/roles', () => listRolePermissions(), {
    can: 'users:read',
    response: AllRolePermissions,
    detail: {
      summary: 'List the permissions of each role',
      description: 'Additional permissions granted to individual users are not included.',
    },
  })
