/** Has to be loaded before any schema is made: zod would try whether it may compile code, and a page's policy would report that. */
import { z } from "zod";

z.config({ jitless: true });
