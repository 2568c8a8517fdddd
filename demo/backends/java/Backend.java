// java Backend.java (Java 17 or newer); the settings and routes are those of README.md.
import com.sun.net.httpserver.*;
import java.net.*;
import java.net.http.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.regex.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import static java.nio.charset.StandardCharsets.*;

public class Backend {
  static final Map<String, String> SETTINGS = System.getenv();
  static final int TOLERANCE_SECONDS = 300, TOKEN_SERVER_LIMIT_SECONDS = 10, POINTS = 100, EARNED = 1000;
  // A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
  // earned or paid for, once: the same name leads to the same reward.
  static final String EMAIL = "member@example.com", FIRST_ORDER = "purchase-1042", PROMOTION = "4001";
  record Booked(long sequence, int points) {}
  record Answer(int status, String text) {}
  // What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
  static final Map<String, Booked> BOOKED = new ConcurrentHashMap<>();

  static Answer ask(String method, String path, String body, Function<Map<String, String>, String> show) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(SETTINGS.get("REWARDS_URL") + path))
      .method(method, HttpRequest.BodyPublishers.ofString(body))
      .headers("Authorization", "Bearer " + SETTINGS.get("SITE_KEY"), "Content-Type", "application/json")
      .timeout(java.time.Duration.ofSeconds(TOKEN_SERVER_LIMIT_SECONDS)).build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() < 300 ? new Answer(200, show.apply(members(answer.body()))) : new Answer(502, answer.body());
  }

  // Java has no JSON of its own: this has an object's strings and numbers by their path, such as "/data/state".
  static final Pattern TOKEN =
    Pattern.compile("\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"(\\s*:)?|[^\\s,:\"{}\\[\\]]+|[{}\\[\\]]");
  static Map<String, String> members(String json) {
    var found = new HashMap<String, String>();
    var path = new ArrayDeque<>(List.of(""));
    String key = "";
    var token = TOKEN.matcher(json);
    while (token.find()) {
      if (token.group(2) != null) key = "/" + token.group(1);
      else if ("{[".contains(token.group())) { path.push(path.peek() + key); key = ""; }
      else if ("}]".contains(token.group())) path.pop();
      else found.put(path.peek() + key, token.group(1) != null ? token.group(1) : token.group());
    }
    return found;
  }

  static boolean isGenuine(Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id"), time = headers.getFirst("webhook-timestamp");
    var given = headers.getFirst("webhook-signature");
    if (given == null || time == null || !time.matches("[0-9]{1,15}")) return false;
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > TOLERANCE_SECONDS) return false;
    for (var secret : SETTINGS.getOrDefault("WEBHOOK_SECRET", "").split(" ")) {
      if (!secret.matches("whsec_.+")) continue;
      var hmac = Mac.getInstance("HmacSHA256");
      hmac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
      hmac.update((id + "." + time + ".").getBytes(UTF_8));
      var expected = "v1," + Base64.getEncoder().encodeToString(hmac.doFinal(body));
      for (var each : given.split(" ")) if (MessageDigest.isEqual(each.getBytes(UTF_8), expected.getBytes(UTF_8))) return true;
    }
    return false;
  }

  // Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
  static void book(Map<String, String> event) {
    if (!event.containsKey("/data/order_id") || event.get("/data/state").equals("processing")) return;
    var points = event.get("/data/state").equals("redeemed") ? POINTS : 0;
    var booked = new Booked(Long.parseLong(event.get("/data/sequence")), points);
    BOOKED.merge(event.get("/data/order_id"), booked, (last, next) -> next.sequence > last.sequence ? next : last);
  }

  // Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
  static synchronized String authorize(String order) {
    var others = BOOKED.entrySet().stream().filter(each -> !each.getKey().equals(order)).mapToInt(each -> each.getValue().points).sum();
    if (others + POINTS > EARNED) return "{\"decision\":\"deny\",\"reason\":\"You do not have enough points.\"}";
    BOOKED.merge(order, new Booked(0, POINTS), (last, next) -> new Booked(last.sequence, POINTS));
    return "{\"decision\":\"allow\"}";
  }

  static Answer answer(String route, Headers headers, byte[] body) throws Exception {
    var session = Pattern.compile("POST /reward-session(?:\\?order=([\\w.-]{1,64}))?").matcher(route);
    if (session.matches()) return ask("POST", "/v1/sessions",
      "{\"order_id\":\"%s\",\"promotion_id\":\"%s\",\"user\":{\"email\":\"%s\"}}".formatted(
        Objects.requireNonNullElse(session.group(1), FIRST_ORDER), PROMOTION, EMAIL),
      found -> "{\"session_token\":\"%s\"}".formatted(found.get("/data/session_token")));
    var order = Pattern.compile("GET /orders/([\\w.-]{1,64})").matcher(route);
    if (order.matches()) return ask("GET", "/v1/orders/" + order.group(1), "",
      found -> "{\"order_id\":\"%s\",\"state\":\"%s\",\"points\":%d}".formatted(order.group(1), found.get("/data/state"), BOOKED.getOrDefault(order.group(1), new Booked(0, 0)).points));
    if (!List.of("POST /webhooks", "POST /authorize").contains(route)) return new Answer(404, "");
    if (!isGenuine(headers, body)) return new Answer(400, "");
    var event = members(new String(body, UTF_8));
    if (route.equals("POST /authorize")) return new Answer(200, authorize(event.get("/data/order_id")));
    book(event);
    return new Answer(204, "");
  }

  public static void main(String[] arguments) throws Exception {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(SETTINGS.get("PORT"))), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      Answer answer;
      var route = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      try { answer = answer(route, exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()); }
      catch (Exception failure) { answer = new Answer(502, ""); }
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      var text = answer.text.getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status, text.length == 0 ? -1 : text.length);
      exchange.getResponseBody().write(text);
      exchange.close();
    });
    server.start();
  }
}
