# ruby backend.rb (Ruby 3.0 or newer); the settings and routes are those of README.md.
require "json"
require "net/http"
require "openssl"
require "socket"

PORT, REWARDS_URL, SITE_KEY = ENV.values_at("PORT", "REWARDS_URL", "SITE_KEY")
KEYS = ENV.fetch("WEBHOOK_SECRET", "").scan(/whsec_(\S+)/).map { |(key)| key.unpack1("m") }
TOLERANCE_SECONDS, TOKEN_SERVER_LIMIT_SECONDS = 300, 10
# A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
# earned or paid for, once: the same name leads to the same reward.
USER, FIRST_ORDER, PROMOTION = { email: "member@example.com" }, "purchase-1042", "4001"
POINTS, EARNED = 100, 1000

# What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
BOOKED, LOCK = Hash.new({ sequence: 0, points: 0 }), Mutex.new

def ask(request, body = nil)
  request["Authorization"], request["Content-Type"] = "Bearer #{SITE_KEY}", "application/json"
  request.body = body&.to_json
  address, limit = request.uri, TOKEN_SERVER_LIMIT_SECONDS
  options = { use_ssl: address.scheme == "https", open_timeout: limit, read_timeout: limit }
  answer = Net::HTTP.start(address.host, address.port, **options) { |http| http.request(request) }
  answer.is_a?(Net::HTTPSuccess) ? [200, yield(JSON.parse(answer.body)["data"]).to_json] : [502, answer.body]
end

def genuine?(headers, body)
  id, time, given = headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature")
  return false unless time&.match?(/\A\d+\z/) && (Time.now.to_i - time.to_i).abs <= TOLERANCE_SECONDS
  expected = KEYS.map { |key| "v1," + [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{time}." + body)].pack("m0") }
  expected.product(given.to_s.split(" ")).any? { |one, other| OpenSSL.secure_compare(one, other) }
end

# Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
def book(event)
  order, sequence, state = event.values_at("order_id", "sequence", "state")
  return if state == "processing"
  points = state == "redeemed" ? POINTS : 0
  LOCK.synchronize { BOOKED[order] = { sequence: sequence, points: points } if sequence.to_i > BOOKED[order][:sequence] }
end

# Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
def authorize(asked)
  order = asked["order_id"]
  LOCK.synchronize do
    others = BOOKED.sum { |each, booked| each == order ? 0 : booked[:points] }
    return { decision: "deny", reason: "You do not have enough points." } if others + POINTS > EARNED
    BOOKED[order] = { sequence: BOOKED[order][:sequence], points: POINTS }
    { decision: "allow" }
  end
end

def answer(route, headers, body)
  case route
  when %r{\APOST /reward-session(?:\?order=([\w.-]{1,64}))?\z}
    order = { order_id: $1 || FIRST_ORDER, promotion_id: PROMOTION, user: USER }
    ask(Net::HTTP::Post.new(URI("#{REWARDS_URL}/v1/sessions")), order) { |data| data.slice("session_token") }
  when %r{\AGET /orders/([\w.-]{1,64})\z}
    id, points = $1, BOOKED[$1][:points]
    request = Net::HTTP::Get.new(URI("#{REWARDS_URL}/v1/orders/#{id}"))
    ask(request) { |data| { order_id: id, state: data["state"], points: points } }
  when "POST /webhooks"
    genuine?(headers, body) ? [204, book(JSON.parse(body)["data"]) && ""] : [400, ""]
  when "POST /authorize"
    genuine?(headers, body) ? [200, authorize(JSON.parse(body)["data"]).to_json] : [400, ""]
  else [404, ""]
  end
end

# Ruby has no HTTP server of its own any more: this is the least that serves. Rails and Sinatra call the same `answer`.
TCPServer.open("127.0.0.1", PORT.to_i) { |server| loop { Thread.new(server.accept.binmode) do |client|
  method, target = client.gets.split
  lines = client.each_line.take_while { |line| line != "\r\n" }
  headers = lines.map { |line| line.chomp.split(/:\s*/, 2) }.to_h { |name, value| [name.downcase, value] }
  body = client.read(headers["content-length"].to_i)
  status, text = begin answer("#{method} #{target}", headers, body) rescue [502, ""] end
  client << "HTTP/1.1 #{status} \r\nContent-Type: application/json\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n" << text
ensure
  client.close
end } }
