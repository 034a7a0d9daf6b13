/**
 * What has to happen in Redis all at once: scripts in its Lua, and their keys.
 *
 * All keys begin with `tapedeck:`; those of the queue are BullMQ's. The times are Redis's own, so that clocks of workers do not matter.
 *
 * @module
 */

export const PREFIX = 'tapedeck';
export const QUEUE = 'cells';

export const KEYS = {
  /** Hash: `record`; `stopped`, the reason; `budget`, in billionths of a dollar. */
  sweep: `${PREFIX}:sweep`,
  /** Hash: `calls`, `prompt`, `completion`, `nano`, each with `:MODEL`; `nano` of all. */
  spent: `${PREFIX}:spent`,
  /** Set of `CELL ADDRESS`. */
  uncollected: `${PREFIX}:uncollected`,
  /** Set of cells of which answers are kept. */
  holding: `${PREFIX}:holding`,
  /** Hash: cell → the last failure. */
  failures: `${PREFIX}:failures`,
  /** Hash: cell → its name and model. */
  cells: `${PREFIX}:names`,
  /** Who collects. */
  collector: `${PREFIX}:collector`,
  /** BullMQ's sorted set of what is done. */
  completed: `${PREFIX}:${QUEUE}:completed`,
} as const;

/** Hash: address → entry and request. */
export const answersKey = (cell: string) => `${PREFIX}:answers:${cell}`;
/** Hash: `ourRequests`, `ourTokens`, `theirRequests`, `theirTokens` a minute; `requestsMs`, `tokensMs`, `blockedMs`, `shiftMs`. */
export const providerKey = (provider: string) => `${PREFIX}:provider:${provider}`;

const COMMON = `
  local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + time[2] / 1000
  end
  local function exact(number) return string.format('%.3f', number) end
  -- Why nothing may be asked, or nil.
  local function stopped(sweep, spent)
    if redis.call('EXISTS', sweep) == 0 then return {'none', ''} end
    local reason, budget = unpack(redis.call('HMGET', sweep, 'stopped', 'budget'))
    if reason then return {'stopped', reason} end
    local nano = redis.call('HGET', spent, 'nano') or '0'
    if budget and tonumber(nano) >= tonumber(budget) then return {'budget', nano} end
    return nil
  end
`;

const RATES = `
  local function lower(ours, theirs)
    if ours and theirs then return math.min(tonumber(ours), tonumber(theirs)) end
    return tonumber(ours or theirs or '')
  end
  local function perUnit(perMinute)
    if perMinute then return 60000 / perMinute end
    return 0
  end
`;

/** Keys: sweep, spent, provider. Arguments: tokens. As `takePlace()` does. */
export const RESERVE = `${COMMON}${RATES}
  local reason = stopped(KEYS[1], KEYS[2])
  if reason then return reason end
  local place = redis.call('HMGET', KEYS[3], 'ourRequests', 'ourTokens', 'theirRequests', 'theirTokens', 'requestsMs', 'tokensMs', 'shiftMs')
  local at = now()
  local byRequests = math.max(at, tonumber(place[5] or '0'))
  local byTokens = math.max(at, tonumber(place[6] or '0'))
  redis.call('HSET', KEYS[3],
    'requestsMs', exact(byRequests + perUnit(lower(place[1], place[3]))),
    'tokensMs', exact(byTokens + tonumber(ARGV[1]) * perUnit(lower(place[2], place[4]))))
  return {'wait', exact(math.max(byRequests, byTokens) - at), place[7] or '0'}
`;

/** Keys: sweep, spent, provider. Arguments: what it had been moved by before. */
export const MOVED = `${COMMON}
  local reason = stopped(KEYS[1], KEYS[2])
  if reason then return reason end
  local shift = redis.call('HGET', KEYS[3], 'shiftMs') or '0'
  return {'wait', exact(tonumber(shift) - tonumber(ARGV[1])), shift}
`;

/** Keys: provider. Arguments: requests a minute, tokens a minute (empty where nothing is said), blocked for ms, tokens beyond. As `movePlaces()` does. */
export const LEARN = `${COMMON}${RATES}
  if ARGV[1] ~= '' then redis.call('HSET', KEYS[1], 'theirRequests', ARGV[1]) end
  if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'theirTokens', ARGV[2]) end
  local place = redis.call('HMGET', KEYS[1], 'ourTokens', 'theirTokens', 'requestsMs', 'tokensMs', 'blockedMs', 'shiftMs')
  local at = now()
  local till = at + tonumber(ARGV[3])
  local blocked = tonumber(place[5] or '0')
  local longer = math.max(0, till - math.max(blocked, at))
  local later = tonumber(ARGV[4]) * perUnit(lower(place[1], place[2]))
  redis.call('HSET', KEYS[1],
    'requestsMs', exact(math.max(at, tonumber(place[3] or '0')) + longer),
    'tokensMs', exact(math.max(at, tonumber(place[4] or '0')) + longer + later),
    'blockedMs', exact(math.max(blocked, till)),
    'shiftMs', exact(tonumber(place[6] or '0') + longer))
`;

/** Keys: answers, uncollected, holding, spent. Arguments: cell, address, answer, model, prompt and completion tokens, nano. */
export const KEEP = `
  if redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0 then return redis.call('HGET', KEYS[1], ARGV[2]) end
  redis.call('SADD', KEYS[2], ARGV[1] .. ' ' .. ARGV[2])
  redis.call('SADD', KEYS[3], ARGV[1])
  redis.call('HINCRBY', KEYS[4], 'calls:' .. ARGV[4], 1)
  redis.call('HINCRBY', KEYS[4], 'prompt:' .. ARGV[4], ARGV[5])
  redis.call('HINCRBY', KEYS[4], 'completion:' .. ARGV[4], ARGV[6])
  redis.call('HINCRBY', KEYS[4], 'nano:' .. ARGV[4], ARGV[7])
  redis.call('HINCRBY', KEYS[4], 'nano', ARGV[7])
  return ARGV[3]
`;

/** Keys: answers, holding, completed. Arguments: cell, then address and answer in turn. Of a cell that is done nothing is kept. */
export const KNOW = `
  if redis.call('ZSCORE', KEYS[3], ARGV[1]) then return end
  for at = 2, #ARGV, 2 do redis.call('HSETNX', KEYS[1], ARGV[at], ARGV[at + 1]) end
  redis.call('SADD', KEYS[2], ARGV[1])
`;

/** Keys: holding, uncollected, completed. Arguments: what the keys of answers begin with. Forgets what is done and collected. */
export const FORGET = `
  for _, cell in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if redis.call('ZSCORE', KEYS[3], cell) then
      local isLeft = false
      for _, address in ipairs(redis.call('HKEYS', ARGV[1] .. cell)) do
        isLeft = isLeft or redis.call('SISMEMBER', KEYS[2], cell .. ' ' .. address) == 1
      end
      if not isLeft then
        redis.call('DEL', ARGV[1] .. cell)
        redis.call('SREM', KEYS[1], cell)
      end
    end
  end
`;

/** Keys: collector. Arguments: who, for how many ms. 1 where it is held by them then. */
export const HOLD = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
`;

/** Keys: collector. Arguments: who. */
export const LET_GO = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`;
