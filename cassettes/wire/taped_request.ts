import { z } from 'zod';
import { type SimulatorRequest, simulatorRequestSchema } from './simulator_exchange.ts';
import { requestTexts, type WireRequest, wireRequestSchema } from './wire.ts';

export const tapedRequestSchema = z.union([wireRequestSchema, simulatorRequestSchema]);

export type TapedRequest = WireRequest | SimulatorRequest;

export function isSimulatorRequest(request: TapedRequest): request is SimulatorRequest {
  return 'message' in request.body;
}

export function tapedTexts(request: TapedRequest): readonly string[] {
  return isSimulatorRequest(request) ? [JSON.stringify(request.body.message)] : requestTexts(request);
}
