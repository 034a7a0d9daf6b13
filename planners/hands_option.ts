/** The option of every household method that says what its prompts say of hands. */
import { z } from 'zod';

export const handsOption = z
  .union([z.literal(1), z.literal(2)])
  .default(2)
  .describe('How many hands the prompts speak of: two as in Listing 5, or one as the robot of Table III has');
